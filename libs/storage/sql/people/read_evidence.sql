-- What is known of the visitors of a website on a UTC day, and their visits: null where there are
-- more of them than are read. Packed visits begin with their number, the lowest byte first.
-- $1 website, $2 day, in days since 1970, $3 how many visits are read at most
SELECT place, slot, appended, evidence, CASE WHEN visits_so_far <= $3::bigint THEN visits END AS visits
FROM (
  SELECT ctid::text AS place, slot::integer AS slot, appended::float8 AS appended, evidence, visits,
    sum(get_byte(visits, 0) + 256 * get_byte(visits, 1) + 65536 * get_byte(visits, 2) + 16777216::bigint * get_byte(visits, 3))
      OVER (ORDER BY slot, ctid) AS visits_so_far
  FROM visitor_evidence
  WHERE website_id = $1::integer AND day = $2::integer
) counted
