-- Visits to a page that were answered with a status of 400 or more, by people and bots, in the
-- order of page_ids. It is null in a digest that an earlier release made. Such a digest is still
-- read, and is made again in the background.
ALTER TABLE page_digests ADD COLUMN error_visits bigint[];
