-- How visits are laid out, and which of them are late. Here they are one table, and no aggregate
-- counts anything: every visit is late, which means that it is counted at commit.

CREATE INDEX visits_website_id_time ON visits (website_id, time);
-- A visit that says it is not late would be counted by nobody.
ALTER TABLE visits ADD CONSTRAINT visits_late CHECK (late);

-- Visits older than this are written as late.
CREATE FUNCTION late_before() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 'infinity'::timestamptz $$;
