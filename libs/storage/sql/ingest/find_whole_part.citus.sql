-- Returns a row for each of these batches of which the ledger has all that is of a website.
-- $1 website, $2 batches
SELECT id FROM log_batches WHERE website_id = $1 AND id = ANY ($2::uuid[]) AND NOT split
