-- Creates a website. Returns no row when the account already has the domain, or no room for one
-- more website.
-- $1 account, $2 public id, $3 tracking id, $4 domain, $5 what it counts,
-- $6 whether its requests are judged, $7 websites that the account may have, or null for any number
INSERT INTO websites (account_id, public_id, tracking_id, domain, counts, behaviour)
SELECT $1, $2, $3, $4, $5, $6
WHERE $7::integer IS NULL OR room_for_website($1, $7) = 'room'
ON CONFLICT (account_id, domain) WHERE deleted_at IS NULL DO NOTHING
RETURNING id, account_id, public_id, domain, tracking_id, counts, behaviour, created_at
