-- Writes the registry's bots into the database. The higher registry version wins.
-- $1-$6 columns, $7 registry version
INSERT INTO bots AS b (id, slug, name, provider, category, documentation, registry_version)
SELECT *, $7::integer FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
ORDER BY 1
ON CONFLICT (id) DO UPDATE SET
  slug = excluded.slug, name = excluded.name, provider = excluded.provider, category = excluded.category,
  documentation = excluded.documentation, registry_version = excluded.registry_version
WHERE b.registry_version < excluded.registry_version
