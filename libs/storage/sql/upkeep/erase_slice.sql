-- Erases a slice of a website's rows. `more` tells whether there may be another slice.
-- $1 table, $2 how it is sliced, $3 website, $4 number of the slice, from 0
SELECT erased, more FROM erase_slice($1::regclass, $2::text, $3::integer, $4::bigint)
