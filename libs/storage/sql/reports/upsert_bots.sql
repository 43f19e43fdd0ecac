-- Writes bots into the database, and returns those that were written. The higher registry version
-- wins; at the same version, the last one that writes.
-- $1-$6 columns, $7 registry version
INSERT INTO bots AS b (id, slug, name, provider, category, documentation, registry_version)
SELECT id, slug, name, provider, category, documentation, $7::integer
FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  AS g (id, slug, name, provider, category, documentation)
ORDER BY id
ON CONFLICT (id) DO UPDATE SET
  slug = excluded.slug, name = excluded.name, provider = excluded.provider, category = excluded.category,
  documentation = excluded.documentation, registry_version = excluded.registry_version
WHERE b.registry_version < excluded.registry_version
  OR b.registry_version = excluded.registry_version
    AND (b.slug, b.name, b.provider, b.category, b.documentation)
      IS DISTINCT FROM (excluded.slug, excluded.name, excluded.provider, excluded.category, excluded.documentation)
RETURNING id, category
