-- Deletes what has expired: ledger rows after 14 days, idempotency keys after 24 hours, limiter
-- windows after an hour.
WITH ledger AS (DELETE FROM log_batches WHERE written_at < now() - interval '14 days'),
  requests AS (DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours')
DELETE FROM rate_limits WHERE expire < extract(epoch FROM now() - interval '1 hour') * 1000
