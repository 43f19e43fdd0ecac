-- How visits are counted: functions that writers and a recount share, and what is counted of
-- requests that are no visits.

-- The start of the UTC hour or day of a moment. date_trunc with a time zone gives the same result
-- for ten times the processor time, and every visit would pay it six times.
CREATE FUNCTION hour_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT date_bin(INTERVAL '1 hour', moment, TIMESTAMPTZ '2000-01-01 00:00:00Z') $$;
CREATE FUNCTION day_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT date_bin(INTERVAL '24 hours', moment, TIMESTAMPTZ '2000-01-01 00:00:00Z') $$;

-- The sum of two counts by verdict.
CREATE FUNCTION plus(one bigint, other bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(one + other, one, other) $$;

-- Of the visits that a row counts, those by bots with this verification.
CREATE FUNCTION visits_with(verification text, visits bigint, verified bigint, spoofed bigint, unverifiable bigint)
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE verification
    WHEN 'verified' THEN coalesce(verified, 0)
    WHEN 'spoofed' THEN coalesce(spoofed, 0)
    WHEN 'unverifiable' THEN coalesce(unverifiable, 0)
    WHEN 'not_checked' THEN visits - coalesce(verified, 0) - coalesce(spoofed, 0) - coalesce(unverifiable, 0)
    ELSE visits
  END
$$;

-- From which UTC day on status codes and referrals are known by hour. A database that was restored
-- from a backup may know only the days before it.
CREATE TABLE hours_known (since timestamptz NOT NULL);
INSERT INTO hours_known (since) VALUES ('-infinity');

-- Requests for static files to websites that count pages only.
CREATE TABLE skipped_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  -- Connections count in different rows, so that they seldom wait for each other.
  lane smallint NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, lane)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('skipped_daily', 2);

-- Whoever sends spoofed visits may choose their addresses and paths, so the rows of a website and
-- day in spoofed_daily are bounded. From about 2,000 rows on, the new pages of a network are
-- counted together; from about 4,000 on, new networks are as well. Every visit is counted all the
-- same.

-- The network that an address is reported as. A full address is cut here.
CREATE FUNCTION network_of(address inet) RETURNS cidr LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(network(set_masklen(address, CASE family(address) WHEN 4 THEN 24 ELSE 48 END)), '0.0.0.0/0') $$;

-- Counts spoofed visits of several websites, as their writer does, in a relation that it names: it
-- may know it as a shard. Days are epoch seconds, and the times are milliseconds.
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

-- Counts the spoofed visits of a website in an hour from its raw visits. It cannot count several
-- websites at a time, because they may be on several servers.
CREATE FUNCTION count_spoofed_of_hour(website integer, hour timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  known CONSTANT bigint := (
    SELECT count(*) FROM (
      SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = day_of(hour) LIMIT 4000
    ) k
  );
BEGIN
  INSERT INTO spoofed_daily AS s (website_id, bucket, bot_id, network, page_id, visits, first_seen, last_seen)
  WITH spoofed AS MATERIALIZED (
    SELECT website_id, day_of(time) AS bucket, bot_id, network_of(ip) AS network, coalesce(page_id, 0) AS page_id,
      count(*) AS visits, min(time) AS first_seen, max(time) AS last_seen
    FROM visits v
    WHERE v.website_id = website AND time >= hour AND time < hour + INTERVAL '1 hour' AND verification = 2
    GROUP BY 1, 2, 3, 4, 5
  ), placed AS MATERIALIZED (
    SELECT n.*, known < 2000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network AND k.page_id = n.page_id
      ) AS with_page, known < 4000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network
      ) AS with_network
    FROM spoofed n
  )
  SELECT website_id, bucket, bot_id, CASE WHEN with_page OR with_network THEN network ELSE '0.0.0.0/0' END,
    CASE WHEN with_page THEN page_id ELSE 0 END, sum(visits), min(first_seen), max(last_seen)
  FROM placed
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, network, page_id) DO UPDATE SET
    visits = s.visits + excluded.visits,
    first_seen = least(s.first_seen, excluded.first_seen),
    last_seen = greatest(s.last_seen, excluded.last_seen);
END
$$;
