-- The names under which processes of Botgauge are connected to this database.
SELECT DISTINCT application_name FROM pg_stat_activity
WHERE datname = current_database() AND starts_with(application_name, 'botgauge-')
ORDER BY application_name
