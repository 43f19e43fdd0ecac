-- More counts of visits (add_counts.sql), by website and UTC bucket.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.

-- People that AI assistants sent, by the page to which they came. A website and day has at most a
-- row for each of its pages and each assistant, and none without people who were sent.
CREATE TABLE landings_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, referral_source, page_id)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('landings_daily', 2);

SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY['landings_daily']) AS relation;

-- The raw visits that are there are counted at once.
INSERT INTO landings_daily (website_id, bucket, referral_source, page_id, visits)
SELECT v.website_id, day_of(v.time), coalesce(r.source, v.referral_source), v.page_id, count(*)
FROM visits v LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
WHERE true AND v.bot_id = 0 AND v.page_id IS NOT NULL AND coalesce(r.source, v.referral_source) IS NOT NULL
GROUP BY 1, 2, 3, 4;

-- From which UTC day on they are known: raw visits of earlier days are gone.
CREATE TABLE landings_known (since timestamptz NOT NULL);
INSERT INTO landings_known (since) SELECT since FROM visits_kept;

-- The verdicts on them, as those by what other lists of reports tell apart. Days that were judged
-- before have none: their visits count as not judged.
CREATE TABLE people_landings_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text[] NOT NULL,
  page_id bigint[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  PRIMARY KEY (website_id, bucket)
);
INSERT INTO website_relations (relation, level) VALUES ('people_landings_daily', 2);

SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY['people_landings_daily']) AS relation;

CREATE VIEW judged_landings_daily AS
SELECT website_id, bucket, referral_source, page_id, visits, NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
FROM landings_daily
UNION ALL
SELECT p.website_id, p.bucket, u.referral_source, u.page_id, u.visits::bigint, u.people_visits::bigint,
    u.undecided_visits::bigint
FROM people_landings_daily p, unnest(p.referral_source, p.page_id, p.visits, p.people_visits, p.undecided_visits)
  AS u (referral_source, page_id, visits, people_visits, undecided_visits);
