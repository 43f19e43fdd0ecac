-- Deletes a portion of the limiter's windows that ended more than an hour ago. A window that is
-- used again at the same moment stays.
-- $1 maximum number
DELETE FROM rate_limits WHERE expire < extract(epoch FROM now() - interval '1 hour') * 1000 AND ctid = ANY (ARRAY(
  SELECT ctid FROM rate_limits WHERE expire < extract(epoch FROM now() - interval '1 hour') * 1000 LIMIT $1::integer))
