-- Makes what was counted after the commit again, for a website and a UTC day. In this flavour all
-- visits are counted at commit, so there is nothing to make.
CREATE FUNCTION rebuild_aggregates(website integer, day timestamptz) RETURNS void LANGUAGE sql
AS $$ SELECT $$;
