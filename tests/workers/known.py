"""A directory in memory; `test_known.py` compares it with the one over Postgres."""

from workers.link.directory import Directory


class Known(Directory):
    """A directory with every version at the test's gateways; *looks* counts the questions."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)
        self.looks = 0

    async def gateways_of(self, version_id: int) -> list[str]:
        self.looks += 1
        return list(self.addresses)
