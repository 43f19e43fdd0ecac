-- Late visits are counted apart where roll-ups are materialised; here every visit is counted at commit, so none is late.

ALTER TABLE visits ADD COLUMN late boolean NOT NULL DEFAULT false;

-- Visits older than this are written as late.
CREATE FUNCTION late_before() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT '-infinity'::timestamptz $$;

-- Today and yesterday by page, in whatever rows are cheapest to read.
CREATE VIEW pages_recent AS SELECT * FROM pages_daily;
