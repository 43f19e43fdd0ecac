-- The numbers of referers; those that the dictionary does not know get one.
-- $1-$3 as in find_referers.sql, $4 days of the visits, $5 bound on new ones for each website and
-- day
SELECT place, id FROM register_referers($1::integer[], $2::text[], $3::text[], $4::date[], $5::integer)
