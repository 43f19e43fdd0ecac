-- Counts the visits of a website and UTC day again, from the raw visits. Returns whether there were
-- any; otherwise nothing is changed.
-- $1 website, $2 day
SELECT repair_day($1::integer, $2::timestamptz) AS repaired
