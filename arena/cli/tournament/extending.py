"""`arena tournament extend`: more boards for a tournament that is there already."""

import click

from arena.cli.service import Service, asking, json_instead
from arena.cli.terminal.printing import note
from arena.wire.gen.running_pb2 import ExtendTournamentRequest


@click.command
@click.argument("name")
@click.option("--boards", type=click.IntRange(1), required=True, help="So many more for each line-up.")
@asking
def extend(name: str, boards: int, as_json: bool, service: Service) -> None:
    """Add boards to NAME, a round robin or a gauntlet; a finished tournament runs again."""
    request = ExtendTournamentRequest(name=name, boards=boards)
    answer = service.ask(lambda people: people.ExtendTournament, request)
    if json_instead(answer, as_json):
        return
    print(f"{name}: {answer.added} boards more, {answer.tournament.boards} in all; it is {answer.tournament.state}")
    note(f"their commitments are published: boards {answer.first} and on of `arena tournament commitments {name}`")
