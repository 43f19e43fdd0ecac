-- The ids of the batches that the ledger says are split, in the form in which they were given.
-- $1 batch ids
SELECT given AS id FROM unnest($1::text[]) AS given JOIN log_batches b ON b.id = given::uuid WHERE b.split
