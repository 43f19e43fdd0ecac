-- Erases what is left of deleted websites, in slices.

-- Every table with rows of websites, raw visits first, and how it is sliced.
CREATE FUNCTION website_tables() RETURNS TABLE (relation regclass, slicing text) LANGUAGE sql STABLE AS $$
  SELECT to_regclass(name), 'rows'
  FROM unnest(ARRAY['visits', 'traffic_hourly', 'traffic_daily', 'pages_daily', 'bot_page_sets', 'page_digests',
    'page_positions', 'pages', 'page_quotas', 'dead_entries', 'statuses_daily',
    'referrals_daily', 'clients_daily']) WITH ORDINALITY AS tables (name, place)
  WHERE to_regclass(name) IS NOT NULL
  ORDER BY place
$$;

-- Erases a slice of a website's rows: rows: some, found by an index.
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
