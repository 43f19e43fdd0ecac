-- Marks the digests that have visits of bots as made from older bots, so that they are made again.
-- $1 websites, $2 bots
UPDATE page_digests d SET registry_version = -1
FROM bot_page_sets s
WHERE d.website_id = ANY ($1::integer[]) AND s.bot_id = ANY ($2::integer[])
  AND s.website_id = d.website_id AND s.grain = d.grain AND s.bucket = d.bucket
