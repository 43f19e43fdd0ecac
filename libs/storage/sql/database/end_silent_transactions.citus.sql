-- The same as `end_silent_transactions`, on every node: visits are written straight into shards.
-- $1 seconds that a transaction may take
-- $2 the connections whose transactions are short, by the first word of their names
SELECT coalesce(sum(result::integer), 0)::integer AS ended
FROM run_command_on_all_nodes(format($command$
  SELECT count(*) FILTER (WHERE ended)
  FROM (
    SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
      AND wait_event = 'ClientRead' AND xact_start < now() - make_interval(secs => %s)
      AND split_part(application_name, ' ', 1) = ANY (%L::text[])
  ) AS silent
$command$, $1::integer, $2::text[]))
WHERE success
