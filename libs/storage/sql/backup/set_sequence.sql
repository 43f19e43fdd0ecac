-- Lets a sequence continue after a number.
-- $1 sequence, $2 number
SELECT setval($1::text::regclass, $2::bigint)
