-- Play time of the games that have a deadline.

-- In seconds, after each hand; empty where no time is counted.
ALTER TABLE games ADD COLUMN elapsed_s integer[] NOT NULL DEFAULT '{}';
