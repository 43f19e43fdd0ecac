-- People: what visitors did within a UTC day, kept for at most 48 hours, and the verdicts that
-- follow. docs/people.md says what of it is personal data, decision 0050 why it is as it is.
--
-- What is kept about visitors is in slots: everything whose key was made on one UTC day is
-- forgotten at once, 48 hours after the day began. The slot is the number of that day since 1970
-- modulo 4. So there are never more than three in use, and the next one is always empty.

-- Which UTC days of an account have or had a key. A row stays, so that a day never gets another
-- key.
CREATE TABLE visitor_days (
  account_id integer NOT NULL REFERENCES accounts (id),
  day date NOT NULL,
  -- The UTC day on which its key was made; 1970-01-01 for a day that was closed by a restore.
  made_on date NOT NULL,
  made_at timestamptz NOT NULL,
  -- Tells whether a key is the one that was made, without telling anything about the key.
  fingerprint bytea NOT NULL,
  PRIMARY KEY (account_id, day)
);

-- The keys of days. The table is unlogged, so that no key is in the write-ahead log, in base
-- backups or on a standby server. A crash of the server empties it; workers put back what they
-- hold.
CREATE UNLOGGED TABLE visitor_keys (
  account_id integer NOT NULL,
  day date NOT NULL,
  key bytea NOT NULL,
  PRIMARY KEY (account_id, day)
) WITH (
  -- Rows of deleted keys are removed within minutes, and not after fifty of them.
  autovacuum_vacuum_threshold = 0,
  autovacuum_vacuum_scale_factor = 0
);

-- The UTC day of now.
CREATE FUNCTION utc_today() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT (now() AT TIME ZONE 'UTC')::date $$;

-- Whether the evidence of a day whose key was made on this UTC day is still kept.
CREATE FUNCTION is_open(made_on date) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT made_on > utc_today() - 2 $$;

-- Returns the keys of days of an account, and makes those that are missing: at most so many new
-- ones within an hour. A day that is closed, or whose key is lost, has no row. It is a function,
-- because each of its statements sees what other processes have made meanwhile.
CREATE FUNCTION take_visitor_keys(account integer, days date[], most_new integer)
RETURNS TABLE (day date, key bytea, made_on date) LANGUAGE plpgsql AS $$
DECLARE
  room integer;
BEGIN
  IF EXISTS (
    SELECT FROM unnest(days) AS wanted (day)
    WHERE NOT EXISTS (SELECT FROM visitor_days k WHERE k.account_id = account AND k.day = wanted.day)
  ) THEN
    room := most_new - (
      SELECT count(*) FROM visitor_days k WHERE k.account_id = account AND k.made_at > now() - INTERVAL '1 hour'
    );
    WITH drawn AS MATERIALIZED (
      -- 256 bits, made of 366 random ones. The server makes them, because it may be set to log
      -- the parameters of statements, and never logs their results.
      SELECT wanted.day, sha256(
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      ) AS key
      FROM unnest(days) AS wanted (day)
      WHERE NOT EXISTS (SELECT FROM visitor_days k WHERE k.account_id = account AND k.day = wanted.day)
      ORDER BY wanted.day DESC
      LIMIT greatest(room, 0)
    ), made AS (
      INSERT INTO visitor_days (account_id, day, made_on, made_at, fingerprint)
      SELECT account, drawn.day, utc_today(), now(), substr(sha256(drawn.key), 1, 8) FROM drawn ORDER BY drawn.day
      ON CONFLICT DO NOTHING
      RETURNING visitor_days.day
    )
    INSERT INTO visitor_keys (account_id, day, key) SELECT account, drawn.day, drawn.key FROM drawn JOIN made USING (day);
  END IF;
  RETURN QUERY SELECT k.day, k.key, d.made_on
    FROM visitor_keys k JOIN visitor_days d ON d.account_id = k.account_id AND d.day = k.day
    WHERE k.account_id = account AND k.day = ANY (days) AND is_open(d.made_on);
END
$$;

-- What visitors of a website did on a UTC day: a row for each transaction that wrote some of it, or
-- for several that were joined since. Who writes only appends, as for counts (decision 0049).
CREATE TABLE visitor_evidence (
  website_id integer NOT NULL,
  -- Days since 1970.
  day integer NOT NULL,
  slot smallint NOT NULL,
  -- How many visitors and hours there are in the row, and how many there were before rows were
  -- joined.
  count integer NOT NULL,
  appended bigint NOT NULL,
  -- As libs/people/src/pack-evidence.ts packs it: for each visitor and hour the pseudonyms of
  -- visitor and address, a checksum of the agent, and what requests have shown, as bits and sums.
  -- It hardly becomes smaller, so that nobody tries.
  evidence bytea NOT NULL
) PARTITION BY LIST (slot);
ALTER TABLE visitor_evidence ALTER COLUMN evidence SET STORAGE EXTERNAL;
CREATE INDEX visitor_evidence_website_id_day ON visitor_evidence (website_id, day);
-- They are emptied after two days, so that nothing is gained by a vacuum.
CREATE TABLE visitor_evidence_0 PARTITION OF visitor_evidence FOR VALUES IN (0)
  WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);
CREATE TABLE visitor_evidence_1 PARTITION OF visitor_evidence FOR VALUES IN (1)
  WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);
CREATE TABLE visitor_evidence_2 PARTITION OF visitor_evidence FOR VALUES IN (2)
  WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);
CREATE TABLE visitor_evidence_3 PARTITION OF visitor_evidence FOR VALUES IN (3)
  WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);
-- The place of a row identifies it only within a partition, so rows are erased partition by
-- partition.
INSERT INTO website_relations (relation, level)
VALUES ('visitor_evidence_0', 0), ('visitor_evidence_1', 0), ('visitor_evidence_2', 0), ('visitor_evidence_3', 0);

-- Visits of browsers that could not be judged, by UTC day, and why.
CREATE TABLE unjudged_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  lane smallint NOT NULL,
  -- The log has no address.
  no_address bigint NOT NULL,
  -- The address may be that of many: private, cut to a network, or of a server of a CDN.
  shared_address bigint NOT NULL,
  -- The day has no key: it is closed, its key is lost, or there were too many new days.
  no_key bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, lane)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('unjudged_daily', 2);

-- The verdicts on visits of browsers, as what reports add to the counts of traffic: the visits of
-- automation go from people, which are the bot 0, to the bot 6, undeclared automation. The row of
-- the bot 0 also says how many of the others are known to be of people, and how many are undecided.
-- What is missing to all is not judged.
CREATE TABLE people_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  first_seen timestamptz(3),
  last_seen timestamptz(3),
  people_visits bigint,
  undecided_visits bigint,
  PRIMARY KEY (website_id, bucket, bot_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('people_hourly', 2);
CREATE TABLE people_daily (LIKE people_hourly INCLUDING ALL) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('people_daily', 2);

-- The UTC days that are judged.
CREATE TABLE judged_days (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  -- Different pairs of address and agent.
  people bigint NOT NULL,
  undecided bigint NOT NULL,
  automation bigint NOT NULL,
  -- Visits with evidence that are not judged, because the log of the day does not have files.
  no_files bigint NOT NULL,
  -- Visitors that loaded files, those of them that spoke HTTP/2, and those that sent
  -- Sec-Fetch-Mode: a small website is judged by what those of the days before show of its log,
  -- too.
  loading integer NOT NULL,
  loading_http2 integer NOT NULL,
  loading_modes integer NOT NULL,
  -- The median release of their browsers, in days after the begin of 2000; null when they are few.
  usual_release integer,
  -- How much evidence about the day and those before had been appended when it was judged; -1 when
  -- nothing more may be learnt, because the website chose that its visitors are not judged.
  appended bigint NOT NULL,
  PRIMARY KEY (website_id, bucket)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('judged_days', 2);

-- Visits by bot as reports show them, with the verdicts on visitors.
CREATE VIEW judged_traffic_hourly AS
SELECT website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits,
  first_seen, last_seen, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM traffic_hourly
UNION ALL
SELECT website_id, bucket, bot_id, visits, error_visits, NULL, NULL, NULL, first_seen, last_seen, people_visits,
  undecided_visits
FROM people_hourly
WHERE bot_id = 0 OR visits > 0;

CREATE VIEW judged_traffic_daily AS
SELECT website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits,
  first_seen, last_seen, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM traffic_daily
UNION ALL
SELECT website_id, bucket, bot_id, visits, error_visits, NULL, NULL, NULL, first_seen, last_seen, people_visits,
  undecided_visits
FROM people_daily
WHERE bot_id = 0 OR visits > 0;

CREATE VIEW judged_traffic_weekly AS
SELECT website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits,
  first_seen, last_seen, day, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM traffic_weekly
UNION ALL
SELECT website_id, date_trunc('week', bucket, 'UTC'), bot_id, visits, error_visits, NULL, NULL, NULL, first_seen,
  last_seen, bucket, people_visits, undecided_visits
FROM people_daily
WHERE bot_id = 0 OR visits > 0;

CREATE VIEW judged_traffic_monthly AS
SELECT website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits,
  first_seen, last_seen, day, NULL::bigint AS people_visits, NULL::bigint AS undecided_visits
FROM traffic_monthly
UNION ALL
SELECT website_id, date_trunc('month', bucket, 'UTC'), bot_id, visits, error_visits, NULL, NULL, NULL, first_seen,
  last_seen, bucket, people_visits, undecided_visits
FROM people_daily
WHERE bot_id = 0 OR visits > 0;
