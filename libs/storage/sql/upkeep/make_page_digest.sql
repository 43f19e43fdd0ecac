-- Makes or renews the digest of a bucket, all in one snapshot. One process at a time assigns
-- positions. All arrays have the same order, because their rows come sorted.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive), $4 grain
WITH days AS (
  SELECT bot_id, page_id, sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits,
    sum(people_visits)::bigint AS people_visits, sum(undecided_visits)::bigint AS undecided_visits
  FROM judged_pages_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  GROUP BY bot_id, page_id, bucket
), pairs AS MATERIALIZED (
  SELECT bot_id, page_id, sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits,
    sum(people_visits)::bigint AS people_visits, sum(undecided_visits)::bigint AS undecided_visits,
    bool_or(visits > error_visits AND visits > coalesce(spoofed_visits, 0)) AS is_read
  FROM days
  GROUP BY bot_id, page_id
), pages AS MATERIALIZED (
  SELECT page_id, coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits,
    coalesce(sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS human_visits,
    coalesce(sum(visits) FILTER (WHERE ai.bot_id IS NOT NULL), 0)::bigint AS ai_bot_visits,
    sum(people_visits)::bigint AS people_visits, sum(undecided_visits)::bigint AS undecided_visits,
    nullif(coalesce(sum(visits) FILTER (WHERE bot_id = 6), 0)::bigint, 0) AS automation_visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits, sum(error_visits)::bigint AS error_visits,
    coalesce(sum(error_visits) FILTER (WHERE bot_id = 0), 0)::bigint AS human_error_visits,
    coalesce(sum(error_visits) FILTER (WHERE ai.bot_id IS NOT NULL), 0)::bigint AS ai_error_visits
  FROM pairs LEFT JOIN ai_bots ai USING (bot_id)
  GROUP BY page_id
), known AS MATERIALIZED (
  SELECT p.page_id, o.position FROM pages p JOIN page_positions o ON o.website_id = $1::integer AND o.page_id = p.page_id
), placed AS (
  INSERT INTO page_positions (page_id, website_id, position)
  SELECT page_id, $1::integer, row_number() OVER (ORDER BY page_id) +
    (SELECT coalesce(max(position), -1) FROM page_positions WHERE website_id = $1::integer)
  FROM pages WHERE page_id NOT IN (SELECT page_id FROM known)
  RETURNING page_id, position
), located AS MATERIALIZED (
  SELECT page_id, position FROM known UNION ALL SELECT page_id, position FROM placed
), located_pages AS MATERIALIZED (
  SELECT *, position - lag(position, 1, 0) OVER (ORDER BY position) AS step FROM pages JOIN located USING (page_id)
), located_pairs AS MATERIALIZED (
  SELECT *, position - lag(position, 1, 0) OVER (PARTITION BY bot_id ORDER BY position) AS step
  FROM pairs JOIN located USING (page_id)
  WHERE bot_id <> 0
), located_hours AS MATERIALIZED (
  SELECT *, position - lag(position, 1, 0) OVER (PARTITION BY bot_id ORDER BY position) AS step
  FROM (
    SELECT bot_id, (extract(epoch FROM bucket - $2::timestamptz) / 3600)::integer AS position, sum(visits)::bigint AS visits, sum(verified_visits)::bigint AS verified_visits,
      sum(spoofed_visits)::bigint AS spoofed_visits,
      sum(unverifiable_visits)::bigint AS unverifiable_visits,
      sum(people_visits)::bigint AS people_visits, sum(undecided_visits)::bigint AS undecided_visits
    FROM judged_traffic_hourly
    WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
    GROUP BY bot_id, bucket
  ) hours
), landings AS MATERIALIZED (
  SELECT referral_source, page_id, sum(visits)::bigint AS visits, sum(people_visits)::bigint AS people_visits,
    sum(undecided_visits)::bigint AS undecided_visits
  FROM judged_landings_daily
  WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  GROUP BY referral_source, page_id
), sources AS MATERIALIZED (
  SELECT referral_source, row_number() OVER (ORDER BY referral_source COLLATE "C") AS source
  FROM landings
  GROUP BY referral_source
), located_landings AS MATERIALIZED (
  SELECT source AS bot_id, position, position - lag(position, 1, 0) OVER (PARTITION BY source ORDER BY position) AS step,
    visits, people_visits, undecided_visits
  FROM landings JOIN sources USING (referral_source) JOIN located USING (page_id)
), digest AS (
  INSERT INTO page_digests (website_id, grain, bucket, visits, judged, page_ids, bot_visits, human_visits, ai_bot_visits,
    error_visits, human_error_visits, ai_error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, people_visits, undecided_visits, automation_visits, registry_version,
    packed_pages, packed_sets, packed_hours, packed_landings, landing_sources, packed_hash,
    packed_from)
  SELECT made.*, md5(concat(md5(packed_pages), md5(packed_sets), md5(packed_hours), md5(packed_landings), landing_sources))::uuid,
    ARRAY[visits, judged, registry_version]
  FROM (
    SELECT $1::integer, $4::text, $2::timestamptz,
      (SELECT coalesce(sum(visits), 0)::bigint FROM traffic_daily WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz) AS visits,
      (SELECT coalesce(sum(appended), 0)::bigint FROM judged_days WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz) AS judged,
      coalesce(array_agg(page_id), '{}'), coalesce(array_agg(bot_visits), '{}'),
        coalesce(array_agg(human_visits), '{}'), coalesce(array_agg(ai_bot_visits), '{}'),
        coalesce(array_agg(error_visits), '{}'), coalesce(array_agg(human_error_visits), '{}'),
        coalesce(array_agg(ai_error_visits), '{}'),
      CASE WHEN count(verified_visits) > 0 THEN array_agg(coalesce(verified_visits, 0)) END,
        CASE WHEN count(spoofed_visits) > 0 THEN array_agg(coalesce(spoofed_visits, 0)) END,
        CASE WHEN count(unverifiable_visits) > 0 THEN array_agg(coalesce(unverifiable_visits, 0)) END,
        CASE WHEN count(people_visits) > 0 THEN array_agg(coalesce(people_visits, 0)) END,
        CASE WHEN count(undecided_visits) > 0 THEN array_agg(coalesce(undecided_visits, 0)) END,
        CASE WHEN count(automation_visits) > 0 THEN array_agg(coalesce(automation_visits, 0)) END,
      (SELECT max(registry_version) FROM bots) AS registry_version,
      CASE WHEN (SELECT count(*) FROM located_pages) > 2000000 THEN '' ELSE (SELECT packed(array_agg(coalesce(step, 0)::bigint)) || packed(array_agg(coalesce(bot_visits, 0)::bigint)) || packed(array_agg(coalesce(human_visits, 0)::bigint)) || packed(array_agg(coalesce(ai_bot_visits, 0)::bigint)) || packed(array_agg(coalesce(automation_visits, 0)::bigint)) || packed(array_agg(coalesce(verified_visits, 0)::bigint)) || packed(array_agg(coalesce(spoofed_visits, 0)::bigint)) || packed(array_agg(coalesce(unverifiable_visits, 0)::bigint)) || packed(array_agg(coalesce(error_visits, 0)::bigint)) || packed(array_agg(coalesce(people_visits, 0)::bigint)) || packed(array_agg(coalesce(undecided_visits, 0)::bigint)) FROM (SELECT * FROM located_pages ORDER BY position) sorted) END AS packed_pages,
      CASE WHEN (SELECT count(*) FROM located_pairs) > 2000000 THEN '' ELSE (SELECT packed(array_agg(coalesce(bot_id, 0)::bigint)) || packed(array_agg(coalesce(size, 0)::bigint)) FROM (SELECT * FROM (SELECT bot_id, count(*) AS size FROM located_pairs GROUP BY bot_id) sizes ORDER BY bot_id) sorted)
            || (SELECT packed(array_agg(coalesce(step, 0)::bigint)) || packed(array_agg(coalesce(visits, 0)::bigint)) || packed(array_agg(coalesce(error_visits, 0)::bigint)) || packed(array_agg(coalesce(verified_visits, 0)::bigint)) || packed(array_agg(coalesce(spoofed_visits, 0)::bigint)) || packed(array_agg(coalesce(unverifiable_visits, 0)::bigint)) FROM (SELECT * FROM located_pairs ORDER BY bot_id, position) sorted) END AS packed_sets,
      CASE WHEN (SELECT count(*) FROM located_hours) > 2000000 THEN '' ELSE (SELECT packed(array_agg(coalesce(bot_id, 0)::bigint)) || packed(array_agg(coalesce(size, 0)::bigint)) FROM (SELECT * FROM (SELECT bot_id, count(*) AS size FROM located_hours GROUP BY bot_id) sizes ORDER BY bot_id) sorted)
            || (SELECT packed(array_agg(coalesce(step, 0)::bigint)) || packed(array_agg(coalesce(visits, 0)::bigint)) || packed(array_agg(coalesce(verified_visits, 0)::bigint)) || packed(array_agg(coalesce(spoofed_visits, 0)::bigint)) || packed(array_agg(coalesce(unverifiable_visits, 0)::bigint)) || packed(array_agg(coalesce(people_visits, 0)::bigint)) || packed(array_agg(coalesce(undecided_visits, 0)::bigint)) FROM (SELECT * FROM located_hours ORDER BY bot_id, position) sorted) END AS packed_hours,
      CASE WHEN (SELECT count(*) FROM located_landings) > 2000000 THEN '' ELSE (SELECT packed(array_agg(coalesce(bot_id, 0)::bigint)) || packed(array_agg(coalesce(size, 0)::bigint)) FROM (SELECT * FROM (SELECT bot_id, count(*) AS size FROM located_landings GROUP BY bot_id) sizes ORDER BY bot_id) sorted)
            || (SELECT packed(array_agg(coalesce(step, 0)::bigint)) || packed(array_agg(coalesce(visits, 0)::bigint)) || packed(array_agg(coalesce(people_visits, 0)::bigint)) || packed(array_agg(coalesce(undecided_visits, 0)::bigint)) FROM (SELECT * FROM located_landings ORDER BY bot_id, position) sorted) END AS packed_landings,
      (SELECT array_agg(referral_source ORDER BY source) FROM sources) AS landing_sources
    FROM (SELECT * FROM pages ORDER BY page_id) sorted
  ) made
  ON CONFLICT (website_id, grain, bucket) DO UPDATE SET
    visits = excluded.visits, judged = excluded.judged, page_ids = excluded.page_ids,
      bot_visits = excluded.bot_visits, human_visits = excluded.human_visits,
      ai_bot_visits = excluded.ai_bot_visits, error_visits = excluded.error_visits,
      human_error_visits = excluded.human_error_visits, ai_error_visits = excluded.ai_error_visits,
      verified_visits = excluded.verified_visits, spoofed_visits = excluded.spoofed_visits,
      unverifiable_visits = excluded.unverifiable_visits, people_visits = excluded.people_visits,
      undecided_visits = excluded.undecided_visits, automation_visits = excluded.automation_visits,
      registry_version = excluded.registry_version, packed_pages = excluded.packed_pages,
      packed_sets = excluded.packed_sets, packed_hours = excluded.packed_hours,
      packed_landings = excluded.packed_landings, landing_sources = excluded.landing_sources,
      packed_hash = excluded.packed_hash, packed_from = excluded.packed_from
)
INSERT INTO bot_page_sets (website_id, grain, bucket, bot_id, part, pages, page_ids, visits, error_visits, verified_visits,
  spoofed_visits, unverifiable_visits, unread_pages, error_pages)
SELECT $1::integer, $4::text, $2::timestamptz, bot_id, part, bit_or(page_bit(position)),
  array_agg(page_id), array_agg(visits), array_agg(error_visits),
  CASE WHEN count(verified_visits) > 0 THEN array_agg(coalesce(verified_visits, 0)) END,
    CASE WHEN count(spoofed_visits) > 0 THEN array_agg(coalesce(spoofed_visits, 0)) END,
    CASE WHEN count(unverifiable_visits) > 0 THEN array_agg(coalesce(unverifiable_visits, 0)) END,
  bit_or(page_bit(position)) FILTER (WHERE NOT is_read), bit_or(page_bit(position)) FILTER (WHERE error_visits > 0)
FROM (
  SELECT *, position / 8192 AS part
  FROM located_pairs
  ORDER BY bot_id, part, page_id
) sorted
GROUP BY bot_id, part
ON CONFLICT (website_id, grain, bucket, bot_id, part) DO UPDATE SET
  pages = excluded.pages, page_ids = excluded.page_ids, visits = excluded.visits,
    error_visits = excluded.error_visits, verified_visits = excluded.verified_visits,
    spoofed_visits = excluded.spoofed_visits, unverifiable_visits = excluded.unverifiable_visits,
    unread_pages = excluded.unread_pages, error_pages = excluded.error_pages
