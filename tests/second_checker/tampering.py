"""Certificates are changed in the direction that would help, or in any other."""
import copy
import math

from checkers import brute_force

OTHERS = (None, True, [], {}, "x", [[]], [1, 2], {"s": 1}, 2 ** 64, -2 ** 63, 10 ** 400)


def leaves(document, path=()):
    """The paths of all numbers of a document, but few of long lists."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from leaves(value, path + (key,))
    elif isinstance(document, list):
        for i in range(len(document)) if len(document) < 40 else (0, 1, 2, len(document) // 2, len(document) - 1):
            yield from leaves(document[i], path + (i,))
    elif isinstance(document, (int, float)) and not isinstance(document, bool):
        yield path


def lists(document, path=()):
    if isinstance(document, (dict, list)):
        if isinstance(document, list) and document:
            yield path
        items = document.items() if isinstance(document, dict) else enumerate(document[:40])
        for key, value in items:
            yield from lists(value, path + (key,))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def changed_number(rng, x):
    part = 2.0 ** -rng.randint(1, 54)
    return rng.choice([
        lambda: x + 1, lambda: x - 1, lambda: x * (1 - part), lambda: x * (1 + part), lambda: -x, lambda: 0, lambda: x / 2,
        lambda: x + 0.5, lambda: math.nextafter(float(x), -math.inf), lambda: math.nextafter(float(x), math.inf),
        lambda: x - part, lambda: int(x) + rng.choice([2, 1000, 2 ** 31, 2 ** 53]), lambda: 1e300 * rng.choice([-1, 1])])()


def lower_claim(rng, case, document, unit):
    """Lowers a bound and the step that makes it by the same amount, perhaps to just below what a set weighs."""
    claim = rng.choice(document["claims"])
    value = claim["steps"][-1]["value"]
    by = rng.choice([unit, unit, abs(claim["bound"]) * 2.0 ** -rng.randint(20, 53), 0])
    if case.n <= 13 and rng.random() < 0.6:
        true = brute_force(case, claim["s"])
        if true > -math.inf and rng.random() < 0.7:
            by = max(by, claim["bound"] - math.nextafter(float(true), -math.inf))
    claim["bound"] = float(claim["bound"]) - by
    claim["steps"][-1]["value"] = max(0.0, value - by / unit)
    if rng.random() < 0.3:
        for step in claim["steps"]:
            step["value"] = max(0.0, step["value"] - by / unit)


def tampered(rng, case, certificate, unit):
    document = copy.deepcopy(certificate)
    what = rng.choice("number number number multiplier lower lower swap cut repeat delete null other".split())
    if what == "lower":
        lower_claim(rng, case, document, unit)
    elif what in ("number", "multiplier"):
        paths = [p for p in leaves(document) if (p[0] == "multipliers") == (what == "multiplier")] or list(leaves(document))
        path = rng.choice(paths)
        at(document, path[:-1])[path[-1]] = changed_number(rng, at(document, path))
        if what == "multiplier" and rng.random() < 0.5:
            lower_claim(rng, case, document, unit)
    elif what == "other":
        path = rng.choice(list(leaves(document)))
        at(document, path[:-1])[path[-1]] = rng.choice(OTHERS)
    elif what in ("delete", "null"):
        steps = [step for claim in document["claims"] for step in claim["steps"]]
        target = rng.choice([document, *document["claims"], *steps, *document["multipliers"]])
        key = rng.choice(list(target))
        if what == "delete":
            del target[key]
        else:
            target[key] = None
    else:
        chosen = at(document, rng.choice(list(lists(document))))
        i, j = rng.randrange(len(chosen)), rng.randrange(len(chosen))
        if what == "swap":
            chosen[i], chosen[j] = chosen[j], chosen[i]
        elif what == "cut":
            del chosen[i]
        else:
            chosen.insert(i, copy.deepcopy(chosen[j]))
    return what, document
