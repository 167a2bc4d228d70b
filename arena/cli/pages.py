"""Fetch lists of the API, which come in pages, to their end or to a limit."""

import time
from collections.abc import Iterator
from typing import Any, Final, TypeVar

import click
import grpc
from google.protobuf.message import Message

from arena.cli.service import Service, print_json_and_exit, status_of
from arena.cli.terminal.options import Whole, combine
from arena.cli.terminal.printing import Decorator, wide_option

MAX_PAGE: Final = 1000  # rows of a page
RETRY_INTERVAL: Final = 1.0  # seconds to wait if the arena refuses a call as one too many

Answer = TypeVar("Answer", bound=Message)

limit_option: Decorator = click.option("--limit", type=Whole(), help="Maximum number of rows.")
rows_options = combine(limit_option, wide_option)


def fetch_pages(service: Service, request: Any, limit: int | None = None, page: int = MAX_PAGE) -> Iterator[Any]:
    """Yield the answers to a list request, page by page, with at most *limit* rows together, *page* in each.

    *request* names the API call: `ListBotsRequest` calls `ListBots`. If the arena refuses calls because they are too
    frequent, the function waits and calls again. Raises `Refusal`.
    """
    call, left = request.DESCRIPTOR.name.removesuffix("Request"), limit
    with service.people() as people:
        while left != 0:
            request.page_size = page if left is None else min(page, left)
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
    """Return the answers to a list request, merged into one message of class *kind*.

    If *as_json*, print the message as JSON and end the command. *limit*: maximum number of rows; if it leaves rows out,
    the message has a `next_page_token`. Raises `Refusal`.
    """
    whole: Any = kind()
    for answer in fetch_pages(service, request, limit):
        whole.MergeFrom(answer)
        whole.next_page_token = answer.next_page_token
    merged: Answer = print_json_and_exit(whole, as_json)
    return merged


def rows_of(answer: Any) -> Any:
    """Return the rows of the answer to a list request: the message's only repeated field."""
    (field,) = (field for field in answer.DESCRIPTOR.fields if field.is_repeated)
    return getattr(answer, field.name)
