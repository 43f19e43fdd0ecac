-- Erases the remaining rows of deleted websites, in slices, where websites are on several servers.

-- The place of a row identifies it only within a partition, so visits are erased partition by
-- partition.
CREATE FUNCTION website_tables() RETURNS TABLE (relation regclass, slicing text) LANGUAGE sql STABLE AS $$
  SELECT coalesce(i.inhrelid::regclass, r.relation::regclass), 'rows'
  FROM website_relations r LEFT JOIN pg_inherits i ON i.inhparent = r.relation::regclass
  ORDER BY r.level, r.relation, i.inhrelid::regclass::text
$$;

-- Erases a slice of a website's rows. Both conditions on the website are needed: by the first one,
-- the whole statement goes to the server that has the website.
CREATE FUNCTION erase_slice(relation regclass, slicing text, website integer, slice bigint)
RETURNS TABLE (erased bigint, more boolean) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'DELETE FROM %s WHERE website_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE website_id = $1 LIMIT 5000))',
    relation
  ) USING website;
  GET DIAGNOSTICS erased = ROW_COUNT;
  more := erased > 0;
  RETURN NEXT;
END
$$;
