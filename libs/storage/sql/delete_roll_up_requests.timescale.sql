-- Requests that are served. $1 ids
DELETE FROM roll_up_requests WHERE id = ANY ($1::bigint[])
