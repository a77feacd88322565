"""Certificates that are written by hand."""


def step(s, value, rule, **fields):
    return {"s": s, "value": value, "rule": rule, **fields}


def certificate(n, weights, steps, data=(), **fields):
    """Of a graph whose edges have these weights; its one claim is about the last step."""
    claim = {"s": steps[-1]["s"], "bound_rule": "trivial", "bound": steps[-1]["value"], "steps": steps}
    return {"command": "certificate", "schema_version": 3, "lode_version": "x",
            "graph": {"vertices": n, "edges": len(weights), "weight": sum(weights)}, "claims": [claim],
            "multipliers": list(data), **fields}
