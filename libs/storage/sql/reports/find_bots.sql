-- The ids of the bots that match. Null matches every value.
-- $1 name, $2 provider, $3 category
SELECT id FROM bots
WHERE id <> 0 AND ($1::text IS NULL OR name = $1) AND ($2::text IS NULL OR provider = $2) AND ($3::text IS NULL OR category = $3)
