-- A worker that was cut off from a gateway and comes back may hear more than was written down
-- meanwhile: which opening of the seat that was, and from which on nothing is missing.
ALTER TABLE held_answers
    ADD opening integer NOT NULL DEFAULT 0, ADD since integer NOT NULL DEFAULT 0;
ALTER TABLE held_answers DROP CONSTRAINT held_answers_pkey;
ALTER TABLE held_answers ADD PRIMARY KEY (seat_id, token, gateway, opening);
