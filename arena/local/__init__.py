"""The embedded Postgres and Valkey, and the supervisor behind `arena up`."""
