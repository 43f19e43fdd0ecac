-- Websites by their ids, and which of them are being erased: one side of a comparison may have more
-- rows left of these than the other.
-- $1 ids
SELECT id, public_id, deleted_at IS NOT NULL AND erased_at IS NULL AS in_erasure FROM websites WHERE id = ANY ($1::integer[])
