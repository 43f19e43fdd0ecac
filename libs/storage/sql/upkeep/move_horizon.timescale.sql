-- Moves the horizon to the end of the last whole minute. Visits older than the horizon are late.
SELECT move_horizon()
