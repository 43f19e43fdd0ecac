-- Notes which bots of a registry have the names that bots give themselves. Returns the names whose
-- visits begin or cease to be those of an AI bot by it. A bot that the database does not have names
-- nothing.
-- $1 names, $2 their bots; null where the registry names none, $3 registry
WITH judged AS MATERIALIZED (
  SELECT d.id, d.account_id, b.id AS after,
    coalesce(starts_with(before.category, 'ai_'), false) <> coalesce(starts_with(b.category, 'ai_'), false) AS changed
  FROM unnest($1::integer[], $2::integer[]) AS j (id, bot_id) JOIN declared_bots d ON d.id = j.id
    LEFT JOIN bots b ON b.id = j.bot_id
    LEFT JOIN bots before ON before.id = d.bot_id
)
UPDATE declared_bots d SET bot_id = j.after, judged_by = $3 FROM judged j WHERE d.id = j.id
RETURNING d.id, d.account_id, j.changed
