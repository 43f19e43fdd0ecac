-- Ids of pages are counted for each website, like those of clients and referers, so that a database
-- that is distributed by website can give them where the website is. Ids that exist stay.

-- Who knows the dictionary of before waits for this, and finds a newer release.
LOCK TABLE pages IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE dictionary_numbers ADD COLUMN last_page bigint NOT NULL DEFAULT 0;
INSERT INTO dictionary_numbers (website_id, last_page)
SELECT website_id, max(id) FROM pages GROUP BY website_id
ON CONFLICT (website_id) DO UPDATE SET last_page = excluded.last_page;

ALTER TABLE pages
  ALTER COLUMN id DROP IDENTITY,
  DROP CONSTRAINT pages_pkey,
  ADD PRIMARY KEY (website_id, id);
ALTER TABLE page_positions
  DROP CONSTRAINT page_positions_pkey,
  ADD PRIMARY KEY (website_id, page_id);

-- Writers register by statements that take the numbers of a website in turn. Workers of an older
-- release put their jobs back.
CREATE OR REPLACE FUNCTION register_pages(websites integer[], paths text[], days date[], bound integer)
RETURNS TABLE (website_id integer, path text, page_id bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_newest_release(33);
END
$$;
CREATE OR REPLACE FUNCTION register_clients(
  websites integer[], methods text[], hosts text[], user_agents text[], browsers text[], systems text[], devices text[],
  days date[], bound integer
) RETURNS TABLE (place integer, id integer) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_newest_release(33);
END
$$;
CREATE OR REPLACE FUNCTION register_referers(websites integer[], referers_given text[], sources text[], days date[], bound integer)
RETURNS TABLE (place integer, id integer) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_newest_release(33);
END
$$;
