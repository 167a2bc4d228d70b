-- name: drop_old_practice
DELETE FROM practice_tables WHERE touched < now() - %(lasts)s::interval;

-- name: count_practice
SELECT count(*) FROM practice_tables;

-- name: add_practice
INSERT INTO practice_tables (
    id, person, deal, state, seat, first, points, opened, undone, hints, variant, is_over
) VALUES (
    %(id)s, %(person)s, %(deal)s, %(state)s, %(seat)s, %(first)s, %(points)s, %(opened)s,
    %(undone)s, %(hints)s, %(variant)s, %(is_over)s
);

-- name: practice_of
SELECT id, person, deal, state, version FROM practice_tables
WHERE id = %(id)s AND touched >= now() - %(lasts)s::interval;

-- name: change_practice
UPDATE practice_tables SET
    state = %(state)s, version = version + 1, points = %(points)s, opened = %(opened)s,
    undone = %(undone)s, hints = %(hints)s, is_over = %(is_over)s, touched = now()
WHERE id = %(id)s AND version = %(version)s
RETURNING version;

-- name: practice_of_deal
SELECT id, person, deal, state, version FROM practice_tables
WHERE deal = %(deal)s AND touched >= now() - %(lasts)s::interval
ORDER BY made LIMIT 1;

-- name: practice_beside
SELECT person, seat, first, points, opened, undone, hints FROM practice_tables
WHERE deal = %(deal)s AND id <> %(id)s AND touched >= now() - %(lasts)s::interval
    AND (points <> '{}' OR person <> %(person)s)
ORDER BY made LIMIT %(most)s;

-- name: practice_of_person
SELECT id, variant, points, is_over, touched FROM practice_tables
WHERE person = %(person)s AND touched >= now() - %(lasts)s::interval
ORDER BY touched DESC LIMIT %(most)s;
