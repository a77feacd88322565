"""Every question of the tool with standard values of its options, from the records that `lode help records` prints."""

# Values by the word that stands for them in the help, and what an option of a command needs beside it, in place of a size.
VALUES = {"DENSITIES": "0.9", "DEGREE": "5", "AxB": "2x2", "columns|FILE": "columns", "WAY": "ratio", "A": "0.5", "D": "0.7",
          "P": "0.2", "LEVEL": "none"}
BESIDE = {("find", "--min-sides"): {"--min-density": "1"}, ("groups", "--until"): {"--by": "ratio"},
          ("groups", "--min-density"): {"--by": "density"}, ("groups", "--min-size"): {"--by": "density"}}


def value_of(option):
    """A value of an option: none of a flag, and a file called like the option where a file is read or written."""
    endings = {"input_file": ".txt", "output_file": ".csv"}
    if option["kind"] == "flag":
        return ""
    if option["kind"] == "whole_number":
        return f"{option['at_least'] + 1:g}"
    return VALUES.get(option["value"]) or option["name"].lstrip("-") + endings[option["kind"]]


def standard_questions(records):
    """(record, values by option): options that ask by a number or a text one by one, others together, and every further
    option beside them."""
    for record in records:
        of_sides = record["takes"] == "sides"
        size = {"-s": "2x2" if of_sides else "5"} if record["command"] == "find" and "-s" not in record["refuses"] else {}
        asking = [option for option in record["options"] if option["asks"]]
        for asked in [[one] for one in asking if one["kind"] in ("text", "whole_number")] or [asking]:
            beside = [BESIDE.get((record["command"], option["name"]), {}) for option in asked]
            asked = {option["name"]: value_of(option) for option in asked}
            yield record, size | beside[0] | asked
        for option in record["options"]:
            if not option["asks"]:
                yield record, asked | BESIDE.get((record["command"], option["name"]), size) | {option["name"]: value_of(option)}


def words_of(values):
    return [word for item in values.items() for word in item if word]


def writes_files(record, values):
    return any(option["kind"] == "output_file" for option in record["options"] if option["name"] in values)
