"""Read paged lists to the end, or to a limit."""

import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

import click
import grpc
from google.protobuf.message import Message

from arena.cli.service import Service, print_json_and_exit, status_of

LARGEST_PAGE: Final = 1000  # rows
TOO_OFTEN: Final = 1.0  # seconds to wait

Answer = TypeVar("Answer", bound=Message)

limit_option: Callable[[Any], Any] = click.option(
    "--limit", type=click.IntRange(1), metavar="N", help="Maximum number of rows."
)


def pages(service: Service, request: Any, limit: int | None = None) -> Iterator[Any]:
    """Yield a list call's pages, with *limit* rows in all."""
    call, left = request.DESCRIPTOR.name.removesuffix("Request"), limit
    with service.people() as people:
        while left != 0:
            request.page_size = LARGEST_PAGE if left is None else min(LARGEST_PAGE, left)
            answer = _answer(getattr(people, call), request, service)
            if left is not None:
                left -= len(rows_of(answer))
            yield answer
            if not answer.next_page_token:
                return
            request.page_token = answer.next_page_token


def _answer(call: Callable[..., Any], request: Any, service: Service) -> Any:
    """Call for a page; wait when told that calls come too often."""
    while True:
        try:
            return call(request, **service.call)
        except grpc.RpcError as problem:
            if status_of(problem)[0] is not grpc.StatusCode.RESOURCE_EXHAUSTED:
                raise
            time.sleep(TOO_OFTEN)


def gathered(
    service: Service, kind: type[Answer], request: Any, limit: int | None = None, as_json: bool = False
) -> Answer:
    """Return all pages as one answer of *kind*.

    Its token tells whether *limit* left any out. *as_json*: as `Service.ask`.
    """
    whole: Any = kind()
    for answer in pages(service, request, limit):
        whole.MergeFrom(answer)
        whole.next_page_token = answer.next_page_token
    found: Answer = print_json_and_exit(whole, as_json)
    return found


def rows_of(answer: Any) -> Any:
    """The rows of a page: the one repeated field it has."""
    (field,) = (field for field in answer.DESCRIPTOR.fields if field.is_repeated)
    return getattr(answer, field.name)
