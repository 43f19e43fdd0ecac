-- Every bot that is known, by name; id 0 is people.
SELECT name, provider, category, documentation
FROM bots WHERE id > 0 ORDER BY name COLLATE "C", id
