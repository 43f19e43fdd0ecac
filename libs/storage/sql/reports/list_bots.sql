-- Every known bot, by name, or those with one name. Id 0 means people.
-- $1 name of the bots in upper or lower case, or null for all of them
SELECT name, provider, category, documentation
FROM bots WHERE id > 0 AND ($1::text IS NULL OR lower(name) = lower($1)) ORDER BY name COLLATE "C", id
