"""Read paged lists to the end, or to a limit."""

import time
from collections.abc import Iterator
from typing import Any, Final, TypeVar

import click
import grpc
from google.protobuf.message import Message

from arena.cli.service import Service, print_json_and_exit, status_of
from arena.cli.terminal.printing import Decorator

MAX_PAGE: Final = 1000  # rows
RETRY_INTERVAL: Final = 1.0  # seconds after too many calls

Answer = TypeVar("Answer", bound=Message)

limit_option: Decorator = click.option("--limit", type=click.IntRange(1), metavar="N", help="Maximum number of rows.")


def fetch_pages(service: Service, request: Any, limit: int | None = None) -> Iterator[Any]:
    """Yield the pages of a list call, with at most *limit* rows in all. Waits if calls come too often."""
    call, left = request.DESCRIPTOR.name.removesuffix("Request"), limit
    with service.people() as people:
        while left != 0:
            request.page_size = MAX_PAGE if left is None else min(MAX_PAGE, left)
            try:
                answer = getattr(people, call)(request, **service.call)
            except grpc.RpcError as problem:
                if status_of(problem)[0] is not grpc.StatusCode.RESOURCE_EXHAUSTED:
                    raise
                time.sleep(RETRY_INTERVAL)
                continue
            if left is not None:
                left -= len(rows_of(answer))
            yield answer
            if not answer.next_page_token:
                return
            request.page_token = answer.next_page_token


def fetch_all(
    service: Service, kind: type[Answer], request: Any, limit: int | None = None, as_json: bool = False
) -> Answer:
    """Return all pages merged into one answer of *kind*, or print it as `Service.ask` does.

    Its page token is set if *limit* left rows out.
    """
    whole: Any = kind()
    for answer in fetch_pages(service, request, limit):
        whole.MergeFrom(answer)
        whole.next_page_token = answer.next_page_token
    merged: Answer = print_json_and_exit(whole, as_json)
    return merged


def rows_of(answer: Any) -> Any:
    """Return the rows of a page: its one repeated field."""
    (field,) = (field for field in answer.DESCRIPTOR.fields if field.is_repeated)
    return getattr(answer, field.name)
