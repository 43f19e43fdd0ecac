-- Deletes a portion of the former domains that ended more than 14 days ago: as long as the ledger
-- knows batches, they may be delivered again.
-- $1 maximum number
DELETE FROM former_domains WHERE until < now() - interval '14 days' AND ctid = ANY (ARRAY(
  SELECT ctid FROM former_domains WHERE until < now() - interval '14 days' LIMIT $1::integer))
