-- Every alert that is looked at, those of a website together.
SELECT a.id, a.website_id, w.account_id, a.conditions, a.enabled, a.created_at, a.changed_at
FROM alerts a JOIN websites w ON w.id = a.website_id
WHERE a.enabled AND w.deleted_at IS NULL
ORDER BY a.website_id, a.id
