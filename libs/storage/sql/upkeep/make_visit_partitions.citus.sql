-- Makes the partitions of visits for the present and the coming weeks that do not exist. Returns
-- how many.
SELECT make_visit_partitions(now() - INTERVAL '1 week', now() + INTERVAL '4 weeks') AS made
