-- Deletes the keys of days whose evidence is not kept any more.
DELETE FROM visitor_keys k USING visitor_days d
WHERE d.account_id = k.account_id AND d.day = k.day AND NOT is_open(d.made_on)
