-- The days of which visitors were judged, as closed ones. Their keys and their evidence are in no
-- backup, and a day that was judged by a part of its evidence would lose verdicts.
SELECT account_id, day, DATE '1970-01-01' AS made_on, made_at, ''::bytea AS fingerprint FROM visitor_days
