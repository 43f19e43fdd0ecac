-- Removes the sets of pages beside digests that do not tell errors of people and of AI bots.
DELETE FROM bot_page_sets s USING page_digests d
WHERE s.website_id = d.website_id AND s.grain = d.grain AND s.bucket = d.bucket
  AND (d.error_visits IS NULL OR d.human_error_visits IS NULL)
