from arena.local.postgres import Postgres
from tests.store.schema import SCHEMA, schema_of


def test_the_schema_is_what_the_migrations_make(postgres: Postgres, database: str) -> None:
    made = schema_of(postgres.programs, database)
    assert made == SCHEMA.read_text(), "run `make schema` and commit arena/store/schema.sql with the migration"
