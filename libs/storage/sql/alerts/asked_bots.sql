-- The bots that alerts ask for: AI bots, and those with one of these names or categories. A name
-- that a bot gives itself belongs to an account; once the bot is known, it is that one.
-- $1 names in lower case, $2 categories
WITH asked AS MATERIALIZED (
  SELECT id, name, provider, category FROM bots
  WHERE id <> 0 AND (starts_with(category, 'ai_') OR lower(name) = ANY ($1::text[]) OR category = ANY ($2::text[]))
)
SELECT id, NULL::integer AS account_id, name, provider, category FROM asked
UNION ALL
SELECT d.id, d.account_id, a.name, a.provider, a.category FROM declared_bots d JOIN asked a ON a.id = d.bot_id
UNION ALL
SELECT d.id, d.account_id, d.name, d.provider, d.category FROM declared_bots d
WHERE d.bot_id IS NULL AND (lower(d.name) = ANY ($1) OR d.category = ANY ($2))
