-- Visits to pages by some bots with one verification, out of digests, whole days and recent days. A
-- bot may have several rows for a page, some of them with 0 visits. The server puts this query into
-- that of the report, so it costs no more than written out there.
CREATE FUNCTION page_visits_with(
  verification text, website integer, wanted_bots integer[], grains text[], buckets timestamptz[],
  days timestamptz[], recent_from timestamptz, recent_to timestamptz
) RETURNS TABLE (bot_id integer, page_id bigint, visits bigint) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.bot_id, p.page_id,
    visits_with($1, p.visits, p.verified_visits, p.spoofed_visits, p.unverifiable_visits)
  FROM (
    SELECT s.bot_id, unnest(s.page_ids) AS page_id, unnest(s.visits) AS visits,
      unnest(s.verified_visits) AS verified_visits, unnest(s.spoofed_visits) AS spoofed_visits,
      unnest(s.unverifiable_visits) AS unverifiable_visits
    FROM unnest($4, $5) AS wanted (grain, bucket)
    JOIN bot_page_sets s ON s.website_id = $2 AND s.grain = wanted.grain AND s.bucket = wanted.bucket
    -- Most sets have no array of the verification.
    WHERE s.bot_id = ANY ($3) AND ($1 = 'not_checked' OR CASE $1
      WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
    END IS NOT NULL)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_daily
    WHERE website_id = $2 AND bucket = ANY ($6) AND bot_id = ANY ($3)
    UNION ALL
    SELECT bot_id, page_id, visits, verified_visits, spoofed_visits, unverifiable_visits FROM pages_recent
    WHERE website_id = $2 AND bucket >= $7 AND bucket < $8 AND bot_id = ANY ($3)
  ) p
$$;
