-- This flavour writes all visits as rows.
CREATE FUNCTION compress_directly() RETURNS void LANGUAGE sql AS $$ SELECT $$;
