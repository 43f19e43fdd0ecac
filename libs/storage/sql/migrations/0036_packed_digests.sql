-- What digests of pages count, as bytes that reports add up themselves: a database takes far longer
-- to make rows of arrays than a reader takes to add the numbers. Null in digests that were made
-- before, which are made again; empty where there is too much for one value.
-- A worker of the build before may still make digests, and leaves the bytes as they are.
ALTER TABLE page_digests
  -- A hash of the bytes below, so that a reader knows whether it remembers them.
  ADD COLUMN packed_hash uuid,
  -- The visits, judged and registry_version that they were made from. Where the digest has others,
  -- they are not read.
  ADD COLUMN packed_from bigint[],
  -- Columns as in packed(), in the order of positions: how far the position of each page is from
  -- the one before it, and what each page counts of everybody.
  ADD COLUMN packed_pages bytea,
  -- The bots, and how many pages each has; then for each bot in turn the same of its pages.
  ADD COLUMN packed_sets bytea,
  -- The same by bot and hour of the bucket, with people, who are the bot 0. Hours have numbers
  -- from 0.
  ADD COLUMN packed_hours bytea,
  -- The same by assistant that sent people, and page to which they came. Assistants have the places
  -- of their names, from 1.
  ADD COLUMN packed_landings bytea,
  ADD COLUMN landing_sources text[];

-- A column of numbers: how many they are, how many bytes each has, and then the lowest byte of
-- each, the next one of each, and so on. Most numbers are small, and a row of zeros takes hardly
-- any room. The highest byte has the sign. Numbers without bytes are 0.
CREATE FUNCTION packed(numbers bigint[]) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT int4send(coalesce(cardinality(numbers), 0)) || int4send(width) || coalesce((
    SELECT string_agg((SELECT string_agg(substring(int8send(n) FROM 9 - place FOR 1), '') FROM unnest(numbers) AS n), '' ORDER BY place)
    FROM generate_series(1, width) AS place
  ), '')
  FROM (
    SELECT CASE
        WHEN least = 0 AND most = 0 THEN 0
        WHEN least >= -128 AND most < 128 THEN 1
        WHEN least >= -32768 AND most < 32768 THEN 2
        WHEN least >= -2147483648 AND most < 2147483648 THEN 4
        ELSE 8
      END AS width
    FROM (SELECT coalesce(min(n), 0) AS least, coalesce(max(n), 0) AS most FROM unnest(numbers) AS n) bounds
  ) w
$$;
