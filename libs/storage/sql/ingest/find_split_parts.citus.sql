-- The places in the list of the parts that the ledger says are written in halves.
-- $1-$2 batches and websites of the parts
SELECT (number - 1)::integer AS place
FROM unnest($1::uuid[], $2::integer[]) WITH ORDINALITY AS g (id, website_id, number)
  JOIN log_batches b ON b.website_id = g.website_id AND b.id = g.id
WHERE b.split
