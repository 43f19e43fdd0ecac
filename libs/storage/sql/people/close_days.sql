-- Closes the days of a website that are judged: nothing more is learnt about them, and their
-- verdicts stay as they are.
-- $1 website
UPDATE judged_days SET appended = -1
WHERE website_id = $1::integer AND appended <> -1
  AND bucket IN (SELECT to_timestamp(day * 86400.0) FROM visitor_evidence WHERE website_id = $1::integer)
