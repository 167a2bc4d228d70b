"""`python -m tests.handbook`: writes docs/reference/protocol-exchange.md anew."""

import asyncio

from tests.handbook.written import PAGE, written

if __name__ == "__main__":
    PAGE.write_text(asyncio.run(written()))
