-- Notes batches that the ledger does not have, each once, before their visits are written. Ids are
-- written in order, so that two writers of the same batches wait for each other instead of
-- deadlocking. Returns a row: the places of the new ones in the list, and the time (epoch
-- milliseconds) before which visits are late.
-- $1-$4 ids, accounts, times received (epoch milliseconds) and entries of the batches
-- $5 version of the schema that the writer knows; nothing is written to a newer one
WITH given AS (
  SELECT id, account_id, received_at, entries, (number - 1)::integer AS place
  FROM unnest($1::uuid[], $2::integer[], $3::float8[], $4::integer[])
    WITH ORDINALITY AS b (id, account_id, received_at, entries, number)
), ledger AS (
  INSERT INTO log_batches (id, account_id, received_at, entries)
  SELECT id, account_id, to_timestamp(received_at / 1000), entries FROM given ORDER BY id
  ON CONFLICT (id) DO NOTHING
  RETURNING id
)
SELECT (SELECT array_agg(place) FROM ledger JOIN given USING (id)) AS places,
  (extract(epoch FROM late_before()) * 1000)::float8 AS late_before
FROM require_newest_release($5)
