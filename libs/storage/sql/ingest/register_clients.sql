-- The numbers of clients; those that the dictionary does not know get one.
-- $1-$7 as in find_clients.sql, $8 days of the visits, $9 bound on new ones for each website and
-- day
SELECT place, id
FROM register_clients($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::date[], $9::integer)
