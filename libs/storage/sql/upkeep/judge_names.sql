-- Notes which bots of a registry have the names that bots give themselves, and what the registry
-- says of the other names. Returns the names whose visits begin or cease to be those of an AI bot.
-- A bot that the database does not have names nothing.
-- $1 names, $2 their bots; null where the registry names none, $3 their providers, $4 their
-- categories, $5 registry
WITH judged AS MATERIALIZED (
  SELECT d.id, d.account_id, b.id AS after, j.provider, j.category,
    starts_with(coalesce(before.category, d.category), 'ai_')
      <> starts_with(coalesce(b.category, j.category), 'ai_') AS changed
  FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[]) AS j (id, bot_id, provider, category)
    JOIN declared_bots d ON d.id = j.id
    LEFT JOIN bots b ON b.id = j.bot_id
    LEFT JOIN bots before ON before.id = d.bot_id
)
UPDATE declared_bots d SET bot_id = j.after, provider = j.provider, category = j.category, judged_by = $5
FROM judged j WHERE d.id = j.id
RETURNING d.id, d.account_id, j.changed
