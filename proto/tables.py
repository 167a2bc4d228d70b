"""Write docs/reference/protocol-messages.md from the comments of the seat protocol.

    python proto/tables.py [FILE]

`proto/generate.py` calls it too.
"""

import sys
import tempfile
import textwrap
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
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
change them there and run `make proto`. [The protocol](protocol.md) explains the purpose and the
order of the messages.
"""
Field = FieldDescriptorProto
Place = tuple[int, ...]
MESSAGES, ENUMS, MEMBERS = 4, 5, 2  # field numbers of descriptor.proto, of which a comment's path consists


def write(target: Path = TARGET) -> None:
    """Write the page to *target*.

    Raises:
        SystemExit: protoc refused a file; its own message is on standard error.
    """
    pages = [render_file(file) for name in FILES for file in parse_files() if file.name == name]
    target.write_text("\n".join([HEAD, *pages]))


def parse_files() -> list[FileDescriptorProto]:
    """Return the protocol's files with their comments."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "set")
        flags = [f"-I{ROOT}", f"-I{WELL_KNOWN}", "--include_source_info", f"--descriptor_set_out={target}"]
        if protoc.main(["protoc", *flags, *FILES]):
            raise SystemExit(1)
        return list(FileDescriptorSet.FromString(target.read_bytes()).file)


def render_file(file: FileDescriptorProto) -> str:
    """Return a file's messages, then its enums."""
    comments = {tuple(place.path): clean(place.leading_comments) for place in file.source_code_info.location}
    lines = [f"## {TITLES[file.name]}", ""]
    for number, message in enumerate(file.message_type):
        fields = [f"{field.number} `{field.name}` | {type_of(field)}" for field in message.field]
        lines += render_table(message.name, (MESSAGES, number), "| field | type | |\n|---|---|---|", fields, comments)
    for number, enum in enumerate(file.enum_type):
        values = [f"{value.number} `{value.name}`" for value in enum.value]
        lines += render_table(enum.name, (ENUMS, number), "| value | |\n|---|---|", values, comments)
    return "\n".join(lines)


def render_table(name: str, path: Place, head: str, rows: list[str], comments: dict[Place, str]) -> list[str]:
    """Return a table for a message or an enum: its comment, and a row for each member."""
    comment = textwrap.fill(comments[path], WIDTH, break_long_words=False, break_on_hyphens=False)
    lines = [f"### {name}", "", comment, ""]
    if rows:
        lines.append(head)
    for number, row in enumerate(rows):
        lines.append(f"| {row} | {comments.get((*path, MEMBERS, number), '')} |")
    return [*lines, ""] if rows else lines


def type_of(field: Field) -> str:
    """Return the type in words; a message or an enum of these files becomes a link."""
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


def clean(comment: str) -> str:
    """Return a comment on one line, for a Markdown table."""
    return " ".join(comment.split()).replace("|", "\\|")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
