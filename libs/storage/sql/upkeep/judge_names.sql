-- Notes which bots of a registry have the names that bots give themselves. When such visits begin
-- or cease to be those of an AI bot, the digests that count them are made again. A bot that the
-- database does not have names nothing.
-- $1 names, $2 their bots; null where the registry names none, $3 registry
WITH judged AS (
  SELECT d.id, d.account_id, d.bot_id AS before, b.id AS after
  FROM unnest($1::integer[], $2::integer[]) AS j (id, bot_id) JOIN declared_bots d USING (id)
    LEFT JOIN bots b ON b.id = j.bot_id
), changed AS (
  SELECT id, account_id FROM judged
  WHERE EXISTS (SELECT FROM bots b WHERE b.id = before AND starts_with(b.category, 'ai_'))
    <> EXISTS (SELECT FROM bots b WHERE b.id = after AND starts_with(b.category, 'ai_'))
), outdated AS (
  UPDATE page_digests p SET registry_version = -1
  FROM changed c JOIN websites w USING (account_id) JOIN bot_page_sets s ON s.website_id = w.id AND s.bot_id = c.id
  WHERE p.website_id = s.website_id AND p.grain = s.grain AND p.bucket = s.bucket
)
UPDATE declared_bots d SET bot_id = j.after, judged_by = $3 FROM judged j WHERE d.id = j.id
