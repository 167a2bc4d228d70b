-- Which processes are asked in columns: their blocks are claimed side by side, for their batches grow with the tables.
ALTER TABLE instances ADD COLUMN columnar boolean NOT NULL DEFAULT false;

CREATE OR REPLACE VIEW live_instances AS
    SELECT DISTINCT ON (i.version_id, i.instance)
        i.version_id, i.instance, i.gateway_id, i.max_seats, i.variants, i.columnar
    FROM instances i JOIN gateways g ON g.id = i.gateway_id
    WHERE g.seen > now() - interval '10 seconds'
    ORDER BY i.version_id, i.instance, g.seen DESC;
