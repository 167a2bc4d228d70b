-- Intervals reach as far again as drawing by results was undone. Fits follow from the tallies: what
-- is stored of them is made anew.
DELETE FROM official_fits;
