"""Connect to Postgres: connection pool, named queries, conversion of driver errors."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from importlib import resources
from time import monotonic
from typing import Any, Final, Self, TypeVar

import psycopg
from psycopg import AsyncConnection, AsyncCursor
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow, class_row
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from arena.store.errors import StoreError, StoreUnavailableError
from arena.store.locks import CALL, LONG
from arena.store.pulse import Pulse

ROOMS: Final = ("", "accounts", "seeds", "play", "tournaments", "gates", "ratings", "practice", "bundles")
_NAME: Final = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


def _load() -> dict[str, bytes]:
    """Return the SQL of the `queries.sql` files by query name. Raises `ValueError` for a name used twice."""
    queries: dict[str, bytes] = {}
    for room in ROOMS:
        text = resources.files("arena.store").joinpath(room, "queries.sql").read_text(encoding="utf-8")
        _, *parts = _NAME.split(text)
        for name, body in zip(parts[::2], parts[1::2], strict=True):
            if name in queries:
                raise ValueError(f"{room}/queries.sql has a query {name}, and so has another room")
            queries[name] = body.strip().encode()
    return queries


QUERIES: Final = _load()


PATIENCE = 4.0  # seconds to wait for a connection before Postgres counts as unavailable
RECONNECT = 2.0  # seconds of ever slower retries; after that the next caller makes the pool try again
LOCK_RETRY_INTERVAL = 0.05  # seconds between tries to take an advisory lock
# Raised by a standby, or by a server that an operator made read-only. A new connection finds the writable server.
TAKES_NO_CHANGES = psycopg.errors.ReadOnlySqlTransaction
TOO_SLOW = (psycopg.errors.IdleInTransactionSessionTimeout, psycopg.errors.TransactionTimeout)
UNAVAILABLE = (
    *(psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, PoolClosed),
    *(TAKES_NO_CHANGES, *TOO_SLOW),
)
# Connection settings that detect an unreachable server. The connection string can override them.
CONNECTING: dict[str, Any] = {
    "connect_timeout": 5,  # seconds
    "tcp_user_timeout": 5_000,  # milliseconds until sent data has to be acknowledged
    "keepalives_idle": 5,  # seconds
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "target_session_attrs": "read-write",  # of several hosts, use the one that accepts changes
}

Row = TypeVar("Row")
T = TypeVar("T")
Connection = AsyncConnection[TupleRow]


class Database:
    """A pool of connections to one database, for one asyncio loop. *failures*: number of failed transactions."""

    def __init__(
        self, pool: AsyncConnectionPool[Connection], address: str = "", statement_timeout: float = CALL
    ) -> None:
        self._pool = pool
        self._pulse = Pulse(address)
        self._statement_timeout = statement_timeout
        self.failures = 0

    @classmethod
    async def open(cls, dsn: str, size: int = 4, statement_timeout: float = CALL) -> Self:
        """Open a pool of at most *size* connections to *dsn*.

        *statement_timeout*: the maximum duration of a statement in seconds. Raises `StoreUnavailableError` if the
        database does not answer within `PATIENCE` seconds.
        """
        address = make_conninfo(**CONNECTING | conninfo_to_dict(dsn))
        pool = AsyncConnectionPool(
            address,
            connection_class=Connection,
            min_size=1,
            max_size=size,
            open=False,
            timeout=PATIENCE,
            reconnect_timeout=RECONNECT,
        )
        try:
            await pool.open(wait=True, timeout=PATIENCE)
        except UNAVAILABLE as error:
            await pool.close()
            raise _unavailable(error) from error
        return cls(pool, address, statement_timeout)

    def pool_use(self) -> Counter[str]:
        """Return the numbers of `used` and `idle` connections, and of tasks that are `waiting` for one."""
        stats = self._pool.get_stats()
        idle, waiting = stats.get("pool_available", 0), stats.get("requests_waiting", 0)
        use = Counter(used=0, idle=0, waiting=0)
        use.update(used=stats.get("pool_size", 0) - idle, idle=idle, waiting=waiting)
        return use

    async def close(self) -> None:
        """Close all connections."""
        await self._pulse.stop()
        await self._pool.close()

    @asynccontextmanager
    async def transaction(self, statement_timeout: float | None = None) -> AsyncIterator[Connection]:
        """Yield a connection in a transaction; commit at the end, roll back on an exception.

        *statement_timeout*: the maximum duration of a statement in seconds; None: the value given to `open`. Raises
        `StoreUnavailableError` if the database breaks the connection, hangs, or exceeds that time. The transaction may
        then have been committed or not.
        """
        try:
            connection = await self._live_connection(statement_timeout or self._statement_timeout)
            try:
                async with connection:
                    yield connection
            except TAKES_NO_CHANGES:
                await connection.close()  # the pool opens another connection, perhaps to another server
                raise
            finally:
                await self._put_back(connection)
        except UNAVAILABLE as error:
            self.failures += 1
            raise _unavailable(error) from error

    async def alone(self, key: int, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Return the result of *work*, done in a transaction under the advisory lock *key*.

        While another session holds the lock, tries again every `LOCK_RETRY_INTERVAL` seconds. Raises
        `StoreUnavailableError`, and any error of *work*.
        """
        while True:
            async with self.transaction(LONG) as connection:
                if await value(connection, "try_lock", key=key):
                    return await work(connection)
            await asyncio.sleep(LOCK_RETRY_INTERVAL)  # holds no connection while it waits, so that others can use it

    async def _live_connection(self, statement_timeout: float) -> Connection:
        """Return a pooled connection that answers, inside a transaction. *statement_timeout*: seconds.

        The pool's own checks are unusable: `check` may wait longer than a lease lasts. `check_connection` switches
        autocommit; a caller cancelled meanwhile would leave a connection without transactions.
        """
        first = f"SET LOCAL statement_timeout = {round(1000 * statement_timeout)}".encode()
        until = monotonic() + PATIENCE
        while True:
            try:
                async with self._pulse.interrupting():
                    connection = await self._pool.getconn(until - monotonic())
            except TimeoutError:
                raise PoolTimeout("it hangs") from None
            self._pulse.watch(connection)
            try:
                await connection.execute(first, prepare=False)
            except UNAVAILABLE:
                await self._put_back(connection)
            except BaseException:
                await self._put_back(connection)
                raise
            else:
                return connection

    async def _put_back(self, connection: Connection) -> None:
        self._pulse.unwatch(connection)
        await self._pool.putconn(connection)


class Room:
    """Base class of the groups of store methods. Each method here runs one query in its own transaction."""

    def __init__(self, database: Database) -> None:
        self.transaction = database.transaction
        self.alone = database.alone

    async def _run(self, name: str, /, **parameters: Any) -> None:
        async with self.transaction() as connection:
            await run(connection, name, **parameters)

    async def _select(self, name: str, /, **parameters: Any) -> list[TupleRow]:
        async with self.transaction() as connection:
            return await select(connection, name, **parameters)

    async def _fetch(self, kind: type[Row], name: str, /, **parameters: Any) -> list[Row]:
        async with self.transaction() as connection:
            return await fetch(connection, kind, name, **parameters)

    async def _value(self, name: str, /, **parameters: Any) -> Any:
        async with self.transaction() as connection:
            return await value(connection, name, **parameters)


def _unavailable(error: Exception) -> StoreUnavailableError:
    if isinstance(error, TAKES_NO_CHANGES):
        return StoreUnavailableError("the database takes no changes: it is read-only, or a standby")
    return StoreUnavailableError(f"the database does not answer: {' '.join(str(error).split())}")


async def run(connection: Connection, name: str, /, **parameters: Any) -> AsyncCursor[TupleRow]:
    """Execute the named query; return its cursor."""
    return await connection.execute(QUERIES[name], parameters)


async def select(connection: Connection, name: str, /, **parameters: Any) -> list[TupleRow]:
    """Return all rows of the named query."""
    return await (await run(connection, name, **parameters)).fetchall()


async def first(connection: Connection, name: str, /, **parameters: Any) -> TupleRow | None:
    """Return the first row of the named query; None if it has no rows."""
    return await (await run(connection, name, **parameters)).fetchone()


async def run_all(connection: Connection, name: str, each: list[dict[str, Any]]) -> None:
    """Execute the named query once for each parameter set of *each*, in one round trip."""
    async with connection.cursor() as cursor:
        await cursor.executemany(QUERIES[name], each)


async def fetch(connection: Connection, kind: type[Row], name: str, /, **parameters: Any) -> list[Row]:
    """Return the rows of the named query as instances of *kind*, whose fields have the names of the columns."""
    cursor = connection.cursor(row_factory=class_row(kind))
    await cursor.execute(QUERIES[name], parameters)
    return await cursor.fetchall()


async def value(connection: Connection, name: str, /, **parameters: Any) -> Any:
    """Return the first column of the first row of the named query; None if it has no rows."""
    row = await first(connection, name, **parameters)
    return None if row is None else row[0]


@contextmanager
def refusing(conditions: Mapping[str, StoreError]) -> Iterator[None]:
    """Raise the error that *conditions* gives for a violated database constraint.

    *conditions*: errors by the constraint's name. Violations of other constraints are raised unchanged.
    """
    try:
        yield
    except psycopg.IntegrityError as error:
        condition = conditions.get(error.diag.constraint_name or "")
        if condition is None:
            raise
        raise condition from error
