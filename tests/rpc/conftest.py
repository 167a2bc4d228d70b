import asyncio
from typing import Any

import pytest
import uvloop


@pytest.fixture(scope="session", params=["asyncio", "uvloop"])
def event_loop_policy(request: pytest.FixtureRequest) -> Any:
    """Every test here runs in the kit's loop and in the gateway's."""
    return asyncio.DefaultEventLoopPolicy() if request.param == "asyncio" else uvloop.EventLoopPolicy()
