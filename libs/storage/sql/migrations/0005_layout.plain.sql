-- The layout of visits, and which of them are late. In this flavour they are one table, and no
-- aggregate counts anything. So every visit is late, which means that it is counted at commit.

CREATE INDEX visits_website_id_time ON visits (website_id, time);
-- Nobody would count a visit that is not marked as late.
ALTER TABLE visits ADD CONSTRAINT visits_late CHECK (late);

-- Visits older than this are written as late.
CREATE FUNCTION late_before() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 'infinity'::timestamptz $$;
