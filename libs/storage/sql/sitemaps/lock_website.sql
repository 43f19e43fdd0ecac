-- Makes the deletion of a website wait. Returns no row when it is deleted.
-- $1 website
SELECT id FROM websites WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE
