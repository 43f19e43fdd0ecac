-- The categories of all bots, and the registry versions that wrote them.
SELECT id, category, registry_version FROM bots
