-- Writes a batch once: ledger row and visits in one statement, nothing when the ledger has the batch already. $1 batch id, $2 account, $3 received at, $4 entries, $5-$19 the columns of visits
WITH horizon AS MATERIALIZED (
  SELECT late_before() AS late_before
), ledger AS (
  INSERT INTO log_batches (id, account_id, received_at, entries)
  VALUES ($1::uuid, $2::integer, to_timestamp($3::float8 / 1000), $4::integer)
  ON CONFLICT (id) DO NOTHING
  RETURNING id
)
INSERT INTO visits (time, website_id, bot_id, status_code, page_id, method, host, path, ip,
  user_agent, browser, os, device, referer, referral_source, late)
SELECT to_timestamp(v.time / 1000), v.website_id, v.bot_id, v.status_code, v.page_id, v.method, v.host, v.path, v.ip,
  v.user_agent, v.browser, v.os, v.device, v.referer, v.referral_source,
  to_timestamp(v.time / 1000) < horizon.late_before
FROM horizon, ledger, unnest($5::float8[], $6::integer[], $7::integer[], $8::smallint[], $9::bigint[], $10::text[],
  $11::text[], $12::text[], $13::inet[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[])
  AS v (time, website_id, bot_id, status_code, page_id, method, host, path, ip,
    user_agent, browser, os, device, referer, referral_source)
