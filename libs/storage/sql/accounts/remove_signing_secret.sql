-- Removes the signing secret of a line of keys.
-- $1 first key of the line
DELETE FROM signing_secrets WHERE first_key = $1
