-- Ends transactions that are too old and in which the server waits for its client, whose host may
-- be gone. Returns how many. Only sessions of the same role are ended: every role may do that.
-- $1 seconds that a transaction may take
-- $2 the connections whose transactions are short, by the first word of their names
SELECT count(*) FILTER (WHERE ended)::integer AS ended
FROM (
  SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
    AND wait_event = 'ClientRead' AND xact_start < now() - make_interval(secs => $1::integer)
    AND split_part(application_name, ' ', 1) = ANY ($2::text[])
) AS silent
