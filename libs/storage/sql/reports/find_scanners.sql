-- The ids of the bots that look for weaknesses of websites.
SELECT id FROM bots WHERE category = 'security_scanner'
UNION ALL
SELECT d.id FROM declared_bots d LEFT JOIN bots b ON b.id = d.bot_id
WHERE coalesce(b.category, d.category) = 'security_scanner'
