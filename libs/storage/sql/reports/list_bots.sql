-- Every known bot, by name. Id 0 means people.
SELECT name, provider, category, documentation
FROM bots WHERE id > 0 ORDER BY name COLLATE "C", id
