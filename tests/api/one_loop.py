"""Hooks for a `conftest.py`: run all asynchronous tests in one loop, so that they can share houses and pages."""

import inspect
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

FOLDERS: Final = tuple(Path(__file__).parents[1] / name for name in ("api", "web"))
ONE_LOOP: Final = pytest.mark.asyncio(loop_scope="session")


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Mark the test before its loop is chosen."""
    if inspect.iscoroutinefunction(metafunc.function):
        metafunc.definition.add_marker(ONE_LOOP, append=False)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the test that runs, too: marks of definitions do not reach it."""
    for item in items:
        if pytest_asyncio.is_async_test(item) and any(folder in item.path.parents for folder in FOLDERS):
            item.add_marker(ONE_LOOP, append=False)
