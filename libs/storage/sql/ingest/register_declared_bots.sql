-- Returns the ids of names that bots give themselves, and registers new names up to the bounds.
-- $1 accounts, $2 keys, $3 names, $4 providers, $5 categories, $6 registry that names none of them,
-- $7 names in an account, $8 new names in an account and hour
SELECT account_id, key, id AS bot_id
FROM register_declared_bots($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text, $7::integer, $8::integer)
