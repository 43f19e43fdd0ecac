-- The names under which a report of whole days shows bots: those of the registry, and those of bots
-- that name themselves on the website.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT id, name, provider, category FROM bots WHERE id <> 0
UNION ALL
SELECT r.bot_id, b.name, b.provider, b.category
FROM reported_bots($1, $2, $3) r JOIN known_bots() b ON b.id = r.reported
