-- Strengths make up for what drawing by results does to them. Fits follow from the tallies: what is
-- stored of them is made anew.
DELETE FROM official_fits;
