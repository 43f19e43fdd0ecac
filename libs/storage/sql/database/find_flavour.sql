-- The flavour that the schema was made for.
SELECT flavour FROM schema_migrations WHERE version = 1
