-- Those of some websites whose visitors are not judged any more, or that are deleted.
-- $1 websites
SELECT id FROM websites
WHERE id = ANY ($1::integer[]) AND (behaviour <> 'default' OR deleted_at IS NOT NULL)
