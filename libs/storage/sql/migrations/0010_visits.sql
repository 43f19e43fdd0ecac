-- Every accepted log entry, one row each. In this flavour they are one table, and no aggregate
-- counts anything. So every visit is late, which means that its writer counts it.

CREATE TABLE visits (
  LIKE visit_columns INCLUDING ALL,
  -- Nobody would count a visit that is not marked as late.
  CONSTRAINT visits_late CHECK (late)
);
INSERT INTO website_relations (relation, level) VALUES ('visits', 1);
DROP TABLE visit_columns;
CREATE INDEX visits_website_id_time ON visits (website_id, time);

-- Visits older than this are written as late.
CREATE FUNCTION late_before() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 'infinity'::timestamptz $$;

-- This flavour writes all visits as rows.
CREATE FUNCTION compress_directly() RETURNS void LANGUAGE sql AS $$ SELECT $$;
