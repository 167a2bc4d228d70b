"""Write docs/reference/protocol-messages.md: every message and field of the seat protocol, with its comment.

    python proto/tables.py [FILE]

`proto/generate.py` does it too, so that stubs and tables are of one protocol.
"""

import sys
import tempfile
import textwrap
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent
WELL_KNOWN = Path(protoc.__file__).resolve().parent / "_proto"
TARGET = ROOT.parent / "docs" / "reference" / "protocol-messages.md"
FILES = ("arena/v1/seat.proto", "arena/v1/cards.proto")
TITLES = {"arena/v1/seat.proto": "The stream", "arena/v1/cards.proto": "The games"}
WIDTH = 100
HEAD = """\
# The seat protocol: every message and field

Written by `proto/tables.py` from the comments in `proto/arena/v1/seat.proto` and `cards.proto`:
change them there and run `make proto`. What the messages are for, and in which order they come, is
told in [the handbook](protocol.md).
"""
Field = FieldDescriptorProto
MESSAGES, ENUMS, FIELDS, VALUES = 4, 5, 2, 2  # field numbers in descriptor.proto, which paths of comments are made of


def write(target: Path = TARGET) -> None:
    """Write the page to *target*.

    Raises:
        SystemExit: protoc refused a file; its own message is on standard error.
    """
    pages = [page(file) for name in FILES for file in described() if file.name == name]
    target.write_text("\n".join([HEAD, *pages]))


def described() -> list[FileDescriptorProto]:
    """The protocol's files with their comments."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "set")
        flags = [f"-I{ROOT}", f"-I{WELL_KNOWN}", "--include_source_info", f"--descriptor_set_out={found}"]
        if protoc.main(["protoc", *flags, *FILES]):
            raise SystemExit(1)
        return list(FileDescriptorSet.FromString(found.read_bytes()).file)


def page(file: FileDescriptorProto) -> str:
    """A file's messages, then its enums."""
    comments = {tuple(place.path): clean(place.leading_comments) for place in file.source_code_info.location}
    lines = [f"## {TITLES[file.name]}", ""]
    for number, message in enumerate(file.message_type):
        lines += message_table(message, (MESSAGES, number), comments)
    for number, enum in enumerate(file.enum_type):
        lines += enum_table(enum, (ENUMS, number), comments)
    return "\n".join(lines)


def message_table(message: DescriptorProto, path: tuple[int, ...], comments: dict[tuple[int, ...], str]) -> list[str]:
    """A message: what it is, and a row for each field."""
    lines = [f"### {message.name}", "", wrapped(comments[path]), ""]
    if message.field:
        lines += ["| field | type | |", "|---|---|---|"]
    for number, field in enumerate(message.field):
        told = comments.get((*path, FIELDS, number), "")
        lines.append(f"| {field.number} `{field.name}` | {type_of(field)} | {told} |")
    return [*lines, ""] if message.field else lines


def enum_table(enum: EnumDescriptorProto, path: tuple[int, ...], comments: dict[tuple[int, ...], str]) -> list[str]:
    """An enum: what it is, and a row for each value."""
    lines = [f"### {enum.name}", "", wrapped(comments[path]), "", "| value | |", "|---|---|"]
    for number, value in enumerate(enum.value):
        told = comments.get((*path, VALUES, number), "")
        lines.append(f"| {value.number} `{value.name}` | {told} |")
    return [*lines, ""]


def type_of(field: Field) -> str:
    """The type in words, a link where it is a message or an enum of these files."""
    name = field.type_name.rpartition(".")[2]
    if field.type_name.startswith(".arena.v1."):
        name = f"[{name}](#{name.lower()})"
    elif not field.type_name:
        name = Field.Type.Name(field.type).removeprefix("TYPE_").lower()
    if field.label == Field.LABEL_REPEATED:
        return f"{name}, repeated"
    if field.proto3_optional:
        return f"{name}, optional"
    return f"{name}, one of" if field.HasField("oneof_index") else name


def wrapped(comment: str) -> str:
    """A comment as a paragraph."""
    return textwrap.fill(comment, WIDTH, break_long_words=False, break_on_hyphens=False)


def clean(comment: str) -> str:
    """A comment on one line, as Markdown has it in a table."""
    return " ".join(comment.split()).replace("|", "\\|")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
