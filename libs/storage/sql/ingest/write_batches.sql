-- Writes batches that the ledger does not have, each once, and returns their places in the list.
-- Ids are written in order, so that two writers of the same batches wait for each other instead of
-- deadlocking.
-- $1-$4 ids, accounts, times received (epoch milliseconds) and entries of the batches
-- $5-$10 the distinct clients
-- $11-$22 visits with the places of their batch and their client, all from 0, and their times in
-- epoch milliseconds
-- $23-$26 skipped requests: places of their batch, websites, days (epoch seconds) and numbers
-- $27 version of the schema that the writer knows; nothing is written to a newer one
WITH horizon AS MATERIALIZED (
  SELECT late_before() AS late_before, require_newest_release($27)
), given AS (
  SELECT id, account_id, received_at, entries, (number - 1)::integer AS place
  FROM unnest($1::uuid[], $2::integer[], $3::float8[], $4::integer[])
    WITH ORDINALITY AS b (id, account_id, received_at, entries, number)
), ledger AS (
  INSERT INTO log_batches (id, account_id, received_at, entries)
  SELECT id, account_id, to_timestamp(received_at / 1000), entries FROM given ORDER BY id
  ON CONFLICT (id) DO NOTHING
  RETURNING id
), client AS (
  SELECT method, host, user_agent, browser, os, device, (number - 1)::integer AS place
  FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
    WITH ORDINALITY AS c (method, host, user_agent, browser, os, device, number)
), visit AS (
  SELECT *, to_timestamp(milliseconds / 1000) AS at
  FROM unnest($11::integer[], $12::integer[], $13::float8[], $14::integer[], $15::integer[], $16::smallint[],
    $17::smallint[], $18::bigint[], $19::text[], $20::inet[], $21::text[], $22::text[])
    AS v (batch, client, milliseconds, website_id, bot_id, verification, status_code, page_id, path, ip, referer, referral_source)
), written AS (
  INSERT INTO visits (time, website_id, bot_id, verification, status_code, page_id, method, host, path, ip,
    user_agent, browser, os, device, referer, referral_source, late)
  SELECT v.at, v.website_id, v.bot_id, v.verification, v.status_code, v.page_id, c.method, c.host, v.path, v.ip,
    c.user_agent, c.browser, c.os, c.device, v.referer, v.referral_source, v.at < horizon.late_before
  FROM horizon, ledger
  JOIN given ON given.id = ledger.id
  JOIN visit v ON v.batch = given.place
  JOIN client c ON c.place = v.client
), skipped AS (
  INSERT INTO skipped_daily AS d (website_id, bucket, lane, requests)
  SELECT s.website_id, to_timestamp(s.day), pg_backend_pid() % 16, sum(s.requests)
  FROM horizon, ledger
  JOIN given ON given.id = ledger.id
  JOIN unnest($23::integer[], $24::integer[], $25::float8[], $26::bigint[])
    AS s (batch, website_id, day, requests) ON s.batch = given.place
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (website_id, bucket, lane) DO UPDATE SET requests = d.requests + excluded.requests
)
SELECT place FROM ledger JOIN given USING (id)
