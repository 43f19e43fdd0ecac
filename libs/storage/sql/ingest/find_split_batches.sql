-- Which batches of the ledger were split, as they were asked for.
-- $1 batch ids
SELECT given AS id FROM unnest($1::text[]) AS given JOIN log_batches b ON b.id = given::uuid WHERE b.split
