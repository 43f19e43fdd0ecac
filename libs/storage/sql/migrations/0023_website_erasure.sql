-- Erases the remaining rows of deleted websites, in slices.

-- The tables with rows of websites, in the order of erasing, and how each is sliced.
CREATE FUNCTION website_tables() RETURNS TABLE (relation regclass, slicing text) LANGUAGE sql STABLE AS $$
  SELECT listed.relation::regclass, 'rows'
  FROM website_relations listed
  ORDER BY level, listed.relation
$$;

-- Erases a slice of a website's rows: some rows that an index finds.
CREATE FUNCTION erase_slice(relation regclass, slicing text, website integer, slice bigint)
RETURNS TABLE (erased bigint, more boolean) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'DELETE FROM %s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE website_id = $1 LIMIT 5000))', relation
  ) USING website;
  GET DIAGNOSTICS erased = ROW_COUNT;
  more := erased > 0;
  RETURN NEXT;
END
$$;
