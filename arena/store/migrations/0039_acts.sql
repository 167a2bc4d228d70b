-- What operators did: written before it is done, and what came of it after. Rows are kept for good.
CREATE TABLE acts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    token_id bigint NOT NULL,  -- of whom; the token itself is nowhere
    operation text NOT NULL,
    about text NOT NULL CHECK (length(about) <= 400),
    outcome text NOT NULL DEFAULT 'begun'  -- stays so where nobody could say how it ended
);
CREATE INDEX acts_at ON acts (at);
