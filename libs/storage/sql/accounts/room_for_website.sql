-- Tells whether an account has room for one more website.
-- $1 account, $2 websites that it may have
SELECT room_for_website($1, $2) AS room
