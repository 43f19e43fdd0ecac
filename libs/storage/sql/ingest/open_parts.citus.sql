-- Notes parts of batches that the ledger of a shard does not have, each once, before their visits
-- are written: a part is what a batch has for one website. Rows are written in the order of their
-- keys, so that two writers of the same parts wait for each other instead of deadlocking. Returns a
-- row: the places of the new ones in the list, and the time (epoch milliseconds) before which
-- visits are late.
-- $1-$5 ids, websites, accounts, times received (epoch milliseconds) and entries of the parts
-- $6-$7 places of parts in the list, and batches that they are halves of: a part is not new when
-- its website has all of such a batch
WITH given AS (
  SELECT id, website_id, account_id, received_at, entries, (number - 1)::integer AS place
  FROM unnest($1::uuid[], $2::integer[], $3::integer[], $4::float8[], $5::integer[])
    WITH ORDINALITY AS b (id, website_id, account_id, received_at, entries, number)
), settled AS (
  SELECT g.place
  FROM unnest($6::integer[], $7::uuid[]) AS h (place, id)
    JOIN given g USING (place)
    JOIN log_batches b ON b.website_id = g.website_id AND b.id = h.id
  WHERE NOT b.split
), ledger AS (
  INSERT INTO log_batches (id, website_id, account_id, received_at, entries)
  SELECT id, website_id, account_id, to_timestamp(received_at / 1000), entries FROM given
  WHERE place NOT IN (SELECT place FROM settled)
  ORDER BY website_id, id
  ON CONFLICT (website_id, id) DO NOTHING
  RETURNING website_id, id
)
SELECT (SELECT array_agg(place) FROM ledger JOIN given USING (website_id, id)) AS places,
  (extract(epoch FROM late_before()) * 1000)::float8 AS late_before
