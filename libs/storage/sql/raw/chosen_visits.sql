-- The visits of a website between two places, in no order. What a visit is compared by is a hash of
-- all that is shown of it, because a visit has no id. Visits with equal hashes count as equal.
-- TimescaleDB keeps late visits and all others apart, and uses its indexes of them only if it is
-- told that each visit is one of the two.
-- Written by npm run statements, from the table of fields.
-- $1 website, $2 and $3 time and hash of the first place, $4 and $5 those of the last one,
-- $6 bots or null, $7 verification or null, $8 and $9 lowest and highest status or null,
-- $10 the only page or null, $11 prefix of the path or null
SELECT *
FROM (
  SELECT time, bot_id, verification, status_code, page_id, client_id, referer_id, ip, country, path, method, host,
    user_agent, browser, os, device, referer, referral_source,
    hash_record_extended(ROW(bot_id, verification, status_code, page_id, client_id, referer_id, ip, country, path, method, host,
      user_agent, browser, os, device, referer, referral_source), 0) AS hash
  FROM visits
  WHERE website_id = $1 AND time >= $2::timestamptz AND time <= $4::timestamptz AND (late OR NOT late)
    AND ($6::integer[] IS NULL OR bot_id = ANY ($6)) AND ($7::smallint IS NULL OR verification = $7)
    AND ($8::smallint IS NULL OR status_code BETWEEN $8 AND $9::smallint)
    AND ($10::bigint IS NULL OR page_id = $10)
    -- Reports count visits by page only if they have one.
    AND ($11::text IS NULL OR page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $11)))
) v
-- The hash is computed only for visits at the very ends.
WHERE (time > $2 OR hash >= $3::bigint) AND (time < $4 OR hash <= $5::bigint)
