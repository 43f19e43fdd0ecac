-- What is known of the visitors of a website on a UTC day, and their visits.
-- $1 website, $2 day, in days since 1970
SELECT ctid::text AS place, slot::integer AS slot, appended::float8 AS appended, evidence, visits
FROM visitor_evidence
WHERE website_id = $1::integer AND day = $2::integer
