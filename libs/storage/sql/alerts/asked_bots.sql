-- All bots by name, and which of them alerts ask for: AI bots, and those with one of these names or
-- categories. A name that a bot gives itself belongs to an account; once the bot is known, it is
-- that one.
-- $1 names in lower case, $2 categories
WITH named AS MATERIALIZED (
  SELECT id, name, provider, category,
    starts_with(category, 'ai_') OR lower(name) = ANY ($1::text[]) OR category = ANY ($2::text[]) AS asked
  FROM bots WHERE id <> 0
)
SELECT id, NULL::integer AS account_id, name, provider, category, asked FROM named
UNION ALL
SELECT d.id, d.account_id, n.name, n.provider, n.category, true FROM declared_bots d JOIN named n ON n.id = d.bot_id
WHERE n.asked
UNION ALL
SELECT d.id, d.account_id, d.name, d.provider, d.category, true FROM declared_bots d
WHERE d.bot_id IS NULL AND (starts_with(d.category, 'ai_') OR lower(d.name) = ANY ($1) OR d.category = ANY ($2))
