-- AI bots, and whether they read for an answer. An AI bot that names itself has its name in every
-- period.
-- $1 operator of the bots or null
SELECT bot_id, category IN ('ai_assistant', 'ai_agent') AS answers
FROM (
  SELECT id AS bot_id, provider, category FROM bots WHERE starts_with(category, 'ai_')
  UNION ALL
  SELECT d.id, b.provider, b.category FROM declared_bots d JOIN bots b ON b.id = d.bot_id WHERE starts_with(b.category, 'ai_')
  UNION ALL
  SELECT id, provider, category FROM declared_bots WHERE bot_id IS NULL AND starts_with(category, 'ai_')
) ai
WHERE $1::text IS NULL OR provider = $1
