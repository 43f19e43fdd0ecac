-- Writes bots into the database. The higher registry version wins; at the same version, the last
-- one that writes. Tells whether a bot became an AI bot by it, or is none any more, although no
-- higher version says that digests were made from older rows.
-- $1-$6 columns, $7 registry version
WITH given AS (
  SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    AS g (id, slug, name, provider, category, documentation)
), written AS (
  INSERT INTO bots AS b (id, slug, name, provider, category, documentation, registry_version)
  SELECT *, $7::integer FROM given
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET
    slug = excluded.slug, name = excluded.name, provider = excluded.provider, category = excluded.category,
    documentation = excluded.documentation, registry_version = excluded.registry_version
  WHERE b.registry_version < excluded.registry_version
    OR b.registry_version = excluded.registry_version
      AND (b.slug, b.name, b.provider, b.category, b.documentation)
        IS DISTINCT FROM (excluded.slug, excluded.name, excluded.provider, excluded.category, excluded.documentation)
  RETURNING id, category
)
-- Other parts of a statement see the rows as they were before it.
SELECT EXISTS (
  SELECT FROM written w JOIN bots b USING (id)
  WHERE starts_with(w.category, 'ai_') <> starts_with(b.category, 'ai_')
) AND $7::integer <= (SELECT max(registry_version) FROM bots) AS ai_changed
