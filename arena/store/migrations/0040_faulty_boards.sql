-- How many players of a board did something wrong: an expression with statistics, for the planner took one board in three to be such a one.
DROP INDEX boards_with_faults;
CREATE INDEX boards_with_faults ON boards (tournament_id, number) WHERE state = 'closed' AND cardinality(array_remove(faults, 0)) > 0;
CREATE STATISTICS boards_faulty ON (cardinality(array_remove(faults, 0))) FROM boards;
