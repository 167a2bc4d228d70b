-- How long blocks take.

-- Since when a block's last worker has it, at how many tables, and how long it took, where it was played at a stretch.
ALTER TABLE blocks ADD claimed timestamptz, ADD tables integer CHECK (tables > 0), ADD played interval;
