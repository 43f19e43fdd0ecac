-- Notes that nothing of a website is left.
-- $1 website
UPDATE websites SET erased_at = now() WHERE id = $1
