-- Waits until every transaction that wrote in an epoch of the horizon has ended.
-- $1 epoch
SELECT wait_for_writers($1::integer)
