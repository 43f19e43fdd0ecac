-- Removes digests that do not tell errors of people and of AI bots. The upkeep makes them again.
DELETE FROM page_digests WHERE error_visits IS NULL OR human_error_visits IS NULL
