"""`arena export`: records of a tournament's games as JSON Lines."""

from collections.abc import Iterator

import click

from arena.cli.service import Service, with_service
from arena.cli.terminal.refusal import Refusal
from arena.wire.gen.records_pb2 import ExportRecordsRequest


@click.command
@click.argument("name")
@click.option("--game", default="", metavar="ID", help="Only this game.")
@click.option("--open", "with_open", is_flag=True, help="Games of open boards too, once they are over; for operators.")
@click.option("-o", "--output", metavar="FILE", help="Write there and not to standard output.")
@with_service
def export(name: str, game: str, with_open: bool, output: str | None, service: Service) -> None:
    """Write the records of a tournament, JSON Lines.

    They are those of the closed boards of the tournament NAME, in schedule order.
    """
    request = ExportRecordsRequest(name=name, game=game, open=with_open)
    if output is None:
        for record in _records(service, request):
            print(record)
        return
    try:
        with open(output, "w", encoding="utf-8") as file:
            file.writelines(f"{record}\n" for record in _records(service, request))
    except OSError as problem:
        raise Refusal(f"cannot write {output}: {problem.strerror}") from None


def _records(service: Service, request: ExportRecordsRequest) -> Iterator[str]:
    with service.people() as people:
        for answer in people.ExportRecords(request, metadata=service.metadata):
            yield answer.record
