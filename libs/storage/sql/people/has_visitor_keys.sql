-- Whether some keys are all there. A crash of the server loses all keys at once, and then each
-- process puts back those that it holds.
-- $1 accounts, $2 days, as texts
SELECT NOT EXISTS (
  SELECT FROM unnest($1::integer[], $2::date[]) AS h (account_id, day)
  WHERE NOT EXISTS (SELECT FROM visitor_keys k WHERE k.account_id = h.account_id AND k.day = h.day)
) AS are_there
