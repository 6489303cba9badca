"""The service's sentences, and names for what has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.v1 import table_pb2, words_pb2


def sentence_text(sentence: words_pb2.Sentence, names: Sequence[str]) -> str:
    """The sentence as the service wrote it; if it wrote none, its key and parameters."""
    if sentence.text:
        return sentence.text
    words = [sentence.key.replace("-", " ")]
    words += [f"{arg.name.replace('_', ' ')} {arg_text(arg.arg, names)}" for arg in sentence.args]
    return ", ".join(words)


def arg_text(arg: words_pb2.Arg, names: Sequence[str]) -> str:
    """A parameter in words."""
    match arg.WhichOneof("value"):
        case "seat":
            return names[arg.seat] if arg.seat < len(names) else f"seat {arg.seat}"
        case "number":
            return str(arg.number)
        case "flag":
            return "yes" if arg.flag else "no"
        case "id":
            return plain(arg.id.id)
        case "list":
            return ", ".join(arg_text(one, names) for one in arg.list.args) or "nothing"
        case "sentence":
            return sentence_text(arg.sentence, names)
        case _:
            return "?"


def plain(name: str) -> str:
    """An id of the rules as people write it: `start_build` is start build."""
    return name.replace("_", " ")


def offer_text(offer: table_pb2.Offer, names: Sequence[str]) -> str:
    """A legal action in words."""
    return sentence_text(offer.label, names) if offer.HasField("label") else plain(offer.name)
