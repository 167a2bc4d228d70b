"""Run the embedded Postgres and Valkey, and supervise the processes of `arena up`."""
