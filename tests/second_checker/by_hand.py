"""Certificates that are written by hand."""


def step(s, value, rule, **fields):
    return {"s": s, "value": value, "rule": rule, "from": None, "data": None, **fields}


def certificate(n, weights, steps, data=(), **fields):
    """Of a graph whose edges have these weights; its one claim is about the last step."""
    claim = {"s": steps[-1]["s"], "bound": "trivial", "upper_bound": steps[-1]["value"], "steps": steps}
    return {"command": "certificate", "schema_version": 3, "lode_version": "x",
            "graph": {"vertices": n, "edges": len(weights), "weight": sum(weights)}, "claims": [claim], "clique_number": None,
            "multipliers": list(data), **fields}
