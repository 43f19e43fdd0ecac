-- Ids of the bots that fit; a null fits all.
-- $1 name, $2 provider, $3 category
SELECT id FROM bots
WHERE id <> 0 AND ($1::text IS NULL OR name = $1) AND ($2::text IS NULL OR provider = $2) AND ($3::text IS NULL OR category = $3)
