-- Counts the visits of a website and UTC day again, from the raw visits. Returns whether there were
-- any; otherwise nothing is changed.
-- $1 public id of the website, $2 day
SELECT repair_day(id, $2::timestamptz) AS repaired FROM websites WHERE public_id = $1
