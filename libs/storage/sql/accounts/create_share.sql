-- Stores a new shared link by its hash. Stores nothing and returns no row when the website has as
-- many as it may have, or is deleted.
-- $1 public id, $2 website, $3 name, $4 sha256, $5 first 4 characters, $6 first and $7 last day or
-- null, $8 expires at or null, $9 now, $10 links that the website may have
INSERT INTO shares (public_id, website_id, name, sha256, first4, first_day, last_day, expires_at, created_at)
SELECT $1, $2, $3, $4, $5, $6::date, $7::date, $8, $9
WHERE count_shares($2, $9) < $10::integer
RETURNING public_id, (SELECT public_id FROM websites WHERE id = $2) AS website_public_id, name, first4,
  first_day::text, last_day::text, created_at, last_used_at, expires_at
