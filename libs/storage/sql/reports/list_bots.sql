-- Every bot that is known, by name; id 0 is people. No parameters
SELECT name, provider, category, documentation
FROM bots WHERE id > 0 ORDER BY name COLLATE "C", id
