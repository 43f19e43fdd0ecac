-- What repeats in visits stands once for each website, and a visit has its number: the client
-- (method, host, user agent and what was read from it) and the referer. A visit with a page needs
-- no path.
--
-- Visits of before keep their texts in their rows. So does a visit whose client or referer is
-- beyond the bound of the website and day, because whoever sends visits may choose these texts.

CREATE TABLE clients (
  website_id integer NOT NULL,
  id integer NOT NULL,
  -- Tells clients apart: their texts may be longer than an index takes.
  key bytea NOT NULL,
  method text NOT NULL,
  host text NOT NULL,
  user_agent text NOT NULL,
  browser text,
  os text,
  device text,
  PRIMARY KEY (website_id, id),
  UNIQUE (website_id, key)
);
INSERT INTO website_relations (relation, level) VALUES ('clients', 9);

CREATE TABLE referers (
  website_id integer NOT NULL,
  id integer NOT NULL,
  key bytea NOT NULL,
  referer text NOT NULL,
  -- The AI assistant whose address it is, for visits of people.
  source text,
  PRIMARY KEY (website_id, id),
  UNIQUE (website_id, key)
);
INSERT INTO website_relations (relation, level) VALUES ('referers', 9);

-- The last numbers of a website. Whoever gives new ones locks its row.
CREATE TABLE dictionary_numbers (
  website_id integer PRIMARY KEY,
  last_client integer NOT NULL DEFAULT 0,
  last_referer integer NOT NULL DEFAULT 0
);
INSERT INTO website_relations (relation, level) VALUES ('dictionary_numbers', 9);

CREATE TABLE dictionary_quotas (
  website_id integer NOT NULL,
  day date NOT NULL,
  new_clients integer NOT NULL DEFAULT 0,
  new_referers integer NOT NULL DEFAULT 0,
  PRIMARY KEY (website_id, day)
);
INSERT INTO website_relations (relation, level) VALUES ('dictionary_quotas', 9);

-- None of the texts has control characters, so one can stand between them.
CREATE FUNCTION text_key(VARIADIC texts text[]) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT substr(sha256(convert_to(array_to_string(texts, E'\x1f', ''), 'UTF8')), 1, 16) $$;

-- The numbers of clients; those that are unknown get one, up to the bound of their website and the
-- day of their visit. Clients beyond it have none.
CREATE FUNCTION register_clients(
  websites integer[], methods text[], hosts text[], user_agents text[], browsers text[], systems text[], devices text[],
  days date[], bound integer
) RETURNS TABLE (place integer, id integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO dictionary_numbers AS n (website_id)
  SELECT DISTINCT u.website FROM unnest(websites) AS u (website) ORDER BY 1
  -- This changes nothing. It locks the row, so that two workers do not give the same number.
  ON CONFLICT (website_id) DO UPDATE SET last_client = n.last_client;

  WITH unknown AS (
    SELECT u.website_id, text_key(method, host, user_agent, browser, os, device) AS key, min(method) AS method,
      min(host) AS host, min(user_agent) AS user_agent, min(browser) AS browser, min(os) AS os, min(device) AS device, min(day) AS day
    FROM unnest(websites, methods, hosts, user_agents, browsers, systems, devices, days)
      AS u (website_id, method, host, user_agent, browser, os, device, day)
    WHERE NOT EXISTS (
      SELECT FROM clients c WHERE c.website_id = u.website_id AND c.key = text_key(u.method, u.host, u.user_agent, u.browser, u.os, u.device)
    )
    GROUP BY 1, 2
  ), ranked AS (
    SELECT u.*, row_number() OVER (PARTITION BY website_id, day ORDER BY key) + coalesce(q.new_clients, 0) AS of_day
    FROM unknown u LEFT JOIN dictionary_quotas q USING (website_id, day)
  ), taken AS (
    SELECT r.*, n.last_client + row_number() OVER (PARTITION BY r.website_id ORDER BY r.key) AS number
    FROM ranked r JOIN dictionary_numbers n USING (website_id)
    WHERE of_day <= bound
  ), inserted AS (
    INSERT INTO clients (website_id, id, key, method, host, user_agent, browser, os, device)
    SELECT website_id, number, key, method, host, user_agent, browser, os, device FROM taken
  ), counted AS (
    INSERT INTO dictionary_quotas AS q (website_id, day, new_clients)
    SELECT website_id, day, count(*) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (website_id, day) DO UPDATE SET new_clients = q.new_clients + excluded.new_clients
  )
  UPDATE dictionary_numbers n SET last_client = t.number
  FROM (SELECT website_id, max(number) AS number FROM taken GROUP BY 1) t WHERE n.website_id = t.website_id;

  RETURN QUERY
  SELECT (u.number - 1)::integer, c.id
  FROM unnest(websites, methods, hosts, user_agents, browsers, systems, devices)
    WITH ORDINALITY AS u (website_id, method, host, user_agent, browser, os, device, number)
  JOIN clients c ON c.website_id = u.website_id AND c.key = text_key(u.method, u.host, u.user_agent, u.browser, u.os, u.device);
END
$$;

-- The same for referers.
CREATE FUNCTION register_referers(websites integer[], referers_given text[], sources text[], days date[], bound integer)
RETURNS TABLE (place integer, id integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO dictionary_numbers AS n (website_id)
  SELECT DISTINCT u.website FROM unnest(websites) AS u (website) ORDER BY 1
  ON CONFLICT (website_id) DO UPDATE SET last_referer = n.last_referer;

  WITH unknown AS (
    SELECT u.website_id, text_key(referer, source) AS key, min(referer) AS referer, min(source) AS source, min(day) AS day
    FROM unnest(websites, referers_given, sources, days) AS u (website_id, referer, source, day)
    WHERE NOT EXISTS (
      SELECT FROM referers r WHERE r.website_id = u.website_id AND r.key = text_key(u.referer, u.source)
    )
    GROUP BY 1, 2
  ), ranked AS (
    SELECT u.*, row_number() OVER (PARTITION BY website_id, day ORDER BY key) + coalesce(q.new_referers, 0) AS of_day
    FROM unknown u LEFT JOIN dictionary_quotas q USING (website_id, day)
  ), taken AS (
    SELECT r.*, n.last_referer + row_number() OVER (PARTITION BY r.website_id ORDER BY r.key) AS number
    FROM ranked r JOIN dictionary_numbers n USING (website_id)
    WHERE of_day <= bound
  ), inserted AS (
    INSERT INTO referers (website_id, id, key, referer, source)
    SELECT website_id, number, key, referer, source FROM taken
  ), counted AS (
    INSERT INTO dictionary_quotas AS q (website_id, day, new_referers)
    SELECT website_id, day, count(*) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (website_id, day) DO UPDATE SET new_referers = q.new_referers + excluded.new_referers
  )
  UPDATE dictionary_numbers n SET last_referer = t.number
  FROM (SELECT website_id, max(number) AS number FROM taken GROUP BY 1) t WHERE n.website_id = t.website_id;

  RETURN QUERY
  SELECT (u.number - 1)::integer, r.id
  FROM unnest(websites, referers_given, sources) WITH ORDINALITY AS u (website_id, referer, source, number)
  JOIN referers r ON r.website_id = u.website_id AND r.key = text_key(u.referer, u.source);
END
$$;

-- Writers wait until what there is has been counted, and continue without triggers.
LOCK TABLE ONLY visits IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE visits ADD COLUMN client_id integer;
ALTER TABLE visits ADD COLUMN referer_id integer;
ALTER TABLE visits ALTER COLUMN method DROP NOT NULL;
ALTER TABLE visits ALTER COLUMN host DROP NOT NULL;
ALTER TABLE visits ALTER COLUMN path DROP NOT NULL;
ALTER TABLE visits ALTER COLUMN user_agent DROP NOT NULL;

-- Visits with all their texts, wherever these stand.
CREATE VIEW visit_entries AS
SELECT v.time, v.website_id, v.bot_id, v.verification, v.status_code, v.page_id, v.late,
  coalesce(c.method, v.method) AS method, coalesce(c.host, v.host) AS host, coalesce(p.path, v.path) AS path, v.ip,
  coalesce(c.user_agent, v.user_agent) AS user_agent, coalesce(c.browser, v.browser) AS browser,
  coalesce(c.os, v.os) AS os, coalesce(c.device, v.device) AS device, coalesce(r.referer, v.referer) AS referer,
  coalesce(r.source, v.referral_source) AS referral_source
FROM visits v
  LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id
  LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
  LEFT JOIN pages p ON p.website_id = v.website_id AND p.id = v.page_id;

-- Writers count what they write, in the same transaction. See add_counts.sql.
DROP TRIGGER count_late_visits ON visits;
DROP TRIGGER count_details ON visits;
DROP FUNCTION count_late_visits();
DROP FUNCTION count_details();

-- Counts spoofed visits. From about 2,000 rows of a website and day on, the new pages of a network
-- are counted together; from about 4,000 on, new networks are as well. Days are epoch seconds, and
-- the times are milliseconds.
CREATE FUNCTION count_spoofed(
  websites integer[], days float8[], bots integer[], addresses inet[], pages_given bigint[], numbers bigint[],
  first_times float8[], last_times float8[]
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO spoofed_daily AS s (website_id, bucket, bot_id, network, page_id, visits, first_seen, last_seen)
  WITH spoofed AS MATERIALIZED (
    SELECT website_id, to_timestamp(day) AS bucket, bot_id, network_of(ip) AS network, coalesce(page_id, 0) AS page_id,
      sum(visits) AS visits, to_timestamp(min(first_time) / 1000) AS first_seen, to_timestamp(max(last_time) / 1000) AS last_seen
    FROM unnest(websites, days, bots, addresses, pages_given, numbers, first_times, last_times)
      AS u (website_id, day, bot_id, ip, page_id, visits, first_time, last_time)
    GROUP BY 1, 2, 3, 4, 5
  ), days_known AS MATERIALIZED (
    SELECT website_id, bucket, (
      SELECT count(*) FROM (
        SELECT FROM spoofed_daily k WHERE k.website_id = d.website_id AND k.bucket = d.bucket LIMIT 4000
      ) known
    ) AS rows
    FROM (SELECT DISTINCT website_id, bucket FROM spoofed) d
  ), placed AS (
    SELECT n.*, d.rows < 2000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = n.website_id AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network AND k.page_id = n.page_id
      ) AS with_page, d.rows < 4000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = n.website_id AND k.bucket = n.bucket
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
$$;

-- Counts the raw visits of a website from a moment on (inclusive) to another (exclusive), of which
-- nothing is counted yet: both are starts of UTC days. It counts as writers do, and a test compares
-- the two.
CREATE FUNCTION count_visits(website integer, since timestamptz, until timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  start timestamptz;
BEGIN
  INSERT INTO late_traffic_hourly (website_id, bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)
  SELECT website_id, hour_of(time), bot_id, count(*), count(*) FILTER (WHERE status_code >= 400),
    nullif(count(*) FILTER (WHERE verification = 1), 0),
    nullif(count(*) FILTER (WHERE verification = 2), 0),
    nullif(count(*) FILTER (WHERE verification = 3), 0),
    min(time), max(time)
  FROM visits v
  WHERE v.website_id = website AND time >= since AND time < until AND late
  GROUP BY 1, 2, 3;

  INSERT INTO late_traffic_daily (website_id, bucket, bot_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)
  SELECT website_id, day_of(bucket), bot_id, sum(visits), sum(error_visits),
    sum(verified_visits), sum(spoofed_visits), sum(unverifiable_visits), min(first_seen), max(last_seen)
  FROM late_traffic_hourly t
  WHERE t.website_id = website AND bucket >= since AND bucket < until
  GROUP BY 1, 2, 3;

  INSERT INTO late_pages_daily (website_id, bucket, bot_id, page_id, visits, error_visits,
    verified_visits, spoofed_visits, unverifiable_visits)
  SELECT website_id, day_of(time), bot_id, page_id, count(*), count(*) FILTER (WHERE status_code >= 400),
    nullif(count(*) FILTER (WHERE verification = 1), 0),
    nullif(count(*) FILTER (WHERE verification = 2), 0),
    nullif(count(*) FILTER (WHERE verification = 3), 0)
  FROM visits v
  WHERE v.website_id = website AND time >= since AND time < until AND late AND page_id IS NOT NULL
  GROUP BY 1, 2, 3, 4;

  INSERT INTO statuses_hourly (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, hour_of(time), bot_id, status_code, count(*)
  FROM visits v
  WHERE v.website_id = website AND time >= since AND time < until
  GROUP BY 1, 2, 3, 4;

  INSERT INTO statuses_daily (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, sum(visits)
  FROM statuses_hourly s
  WHERE s.website_id = website AND bucket >= since AND bucket < until
  GROUP BY 1, 2, 3, 4;

  INSERT INTO referrals_hourly (website_id, bucket, referral_source, visits)
  SELECT v.website_id, hour_of(time), coalesce(r.source, v.referral_source), count(*)
  FROM visits v LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
  WHERE v.website_id = website AND time >= since AND time < until AND bot_id = 0
    AND coalesce(r.source, v.referral_source) IS NOT NULL
  GROUP BY 1, 2, 3;

  INSERT INTO referrals_daily (website_id, bucket, referral_source, visits)
  SELECT website_id, day_of(bucket), referral_source, sum(visits)
  FROM referrals_hourly s
  WHERE s.website_id = website AND bucket >= since AND bucket < until
  GROUP BY 1, 2, 3;

  INSERT INTO clients_daily (website_id, bucket, browser, os, device, visits)
  SELECT v.website_id, day_of(time), coalesce(c.browser, v.browser, ''), coalesce(c.os, v.os, ''),
    coalesce(c.device, v.device, ''), count(*)
  FROM visits v LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id
  WHERE v.website_id = website AND time >= since AND time < until AND bot_id = 0
  GROUP BY 1, 2, 3, 4, 5;

  -- Hour by hour, because the rows of a day are bounded in the order in which visits come.
  FOR start IN
    SELECT DISTINCT hour_of(time) AS hour FROM visits v
    WHERE v.website_id = website AND time >= since AND time < until AND verification = 2 ORDER BY hour
  LOOP
    PERFORM count_spoofed(
      array_agg(website_id), array_agg(day), array_agg(bot_id), array_agg(ip), array_agg(page_id), array_agg(visits),
      array_agg(first_time), array_agg(last_time))
    FROM (
      SELECT website_id, extract(epoch FROM day_of(min(time)))::float8 AS day, bot_id, ip, page_id, count(*) AS visits,
        (extract(epoch FROM min(time)) * 1000)::float8 AS first_time, (extract(epoch FROM max(time)) * 1000)::float8 AS last_time
      FROM visits v
      WHERE v.website_id = website AND time >= start AND time < start + INTERVAL '1 hour' AND verification = 2
      GROUP BY website_id, bot_id, ip, page_id
    ) spoofed;
  END LOOP;
END
$$;

-- Counts days of a website again, from the raw visits: from the start of a UTC day (inclusive) to
-- that of another (exclusive). What aggregates count is left to them.
CREATE FUNCTION recount_days(website integer, since timestamptz, until timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM late_traffic_hourly t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM late_traffic_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM late_pages_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM statuses_hourly t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM statuses_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM referrals_hourly t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM referrals_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM clients_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  DELETE FROM spoofed_daily t WHERE t.website_id = website AND t.bucket >= since AND t.bucket < until;
  PERFORM count_visits(website, since, until);
END
$$;

-- As before (0023), with counts that are made here and not by triggers.
CREATE OR REPLACE FUNCTION repair_day(website integer, day timestamptz) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '35s' AS $$
BEGIN
  LOCK TABLE ONLY visits, ONLY page_digests IN SHARE ROW EXCLUSIVE MODE;
  IF NOT EXISTS (SELECT FROM visits v WHERE v.website_id = website AND v.time >= day AND v.time < day + INTERVAL '24 hours') THEN
    RETURN false;
  END IF;

  PERFORM recount_days(website, day, day + INTERVAL '24 hours');
  PERFORM rebuild_aggregates(website, day);

  DELETE FROM bot_page_sets s WHERE s.website_id = website AND s.bucket = date_trunc(s.grain, day, 'UTC');
  DELETE FROM page_digests d WHERE d.website_id = website AND d.bucket = date_trunc(d.grain, day, 'UTC');
  RETURN true;
END
$$;
