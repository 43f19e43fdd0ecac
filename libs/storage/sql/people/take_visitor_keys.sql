-- The keys of UTC days of an account, which are made where they are missing. A day that is closed,
-- or whose key is lost, has no row.
-- $1 account, $2 days, as texts, $3 how many keys are made within an hour
SELECT day::text AS day, key, (made_on - DATE '1970-01-01') AS made_on
FROM take_visitor_keys($1::integer, $2::date[], $3::integer)
