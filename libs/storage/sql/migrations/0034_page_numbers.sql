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

-- As before (0031), in a relation that the caller names: a writer may know it as a shard.
CREATE FUNCTION count_spoofed_in(
  relation regclass, websites integer[], days float8[], bots integer[], addresses inet[], pages_given bigint[],
  numbers bigint[], first_times float8[], last_times float8[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($spoofed$
    INSERT INTO %1$s AS s (website_id, bucket, bot_id, network, page_id, visits, first_seen, last_seen)
    WITH spoofed AS MATERIALIZED (
      SELECT website_id, to_timestamp(day) AS bucket, bot_id, network_of(ip) AS network, coalesce(page_id, 0) AS page_id,
        sum(visits) AS visits, to_timestamp(min(first_time) / 1000) AS first_seen, to_timestamp(max(last_time) / 1000) AS last_seen
      FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)
        AS u (website_id, day, bot_id, ip, page_id, visits, first_time, last_time)
      GROUP BY 1, 2, 3, 4, 5
    ), days_known AS MATERIALIZED (
      SELECT website_id, bucket, (
        SELECT count(*) FROM (
          SELECT FROM %1$s k WHERE k.website_id = d.website_id AND k.bucket = d.bucket LIMIT 4000
        ) known
      ) AS rows
      FROM (SELECT DISTINCT website_id, bucket FROM spoofed) d
    ), placed AS (
      SELECT n.*, d.rows < 2000 OR EXISTS (
          SELECT FROM %1$s k WHERE k.website_id = n.website_id AND k.bucket = n.bucket
            AND k.bot_id = n.bot_id AND k.network = n.network AND k.page_id = n.page_id
        ) AS with_page, d.rows < 4000 OR EXISTS (
          SELECT FROM %1$s k WHERE k.website_id = n.website_id AND k.bucket = n.bucket
            AND k.bot_id = n.bot_id AND k.network = n.network
        ) AS with_network
      FROM spoofed n JOIN days_known d USING (website_id, bucket)
    )
    SELECT website_id, bucket, bot_id, CASE WHEN with_page OR with_network THEN network ELSE '0.0.0.0/0' END,
      CASE WHEN with_page THEN page_id ELSE 0 END, sum(visits), min(first_seen), max(last_seen)
    FROM placed
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (website_id, bucket, bot_id, network, page_id) DO UPDATE SET
      visits = s.visits + excluded.visits,
      first_seen = least(s.first_seen, excluded.first_seen),
      last_seen = greatest(s.last_seen, excluded.last_seen)
  $spoofed$, relation) USING websites, days, bots, addresses, pages_given, numbers, first_times, last_times;
END
$$;
CREATE OR REPLACE FUNCTION count_spoofed(
  websites integer[], days float8[], bots integer[], addresses inet[], pages_given bigint[],
  numbers bigint[], first_times float8[], last_times float8[]
) RETURNS void LANGUAGE sql
AS $$ SELECT count_spoofed_in('spoofed_daily', websites, days, bots, addresses, pages_given, numbers, first_times, last_times) $$;
