-- What the first line of a backup says: the version of the schema, the time, and the time of the
-- earliest visit, which is null without any.
SELECT (SELECT max(version) FROM schema_migrations) AS schema, now() AS taken_at,
  (SELECT min(time) FROM visits) AS first_visit
