-- Moves the horizon, beyond which visits are late, to the end of the last whole minute.
SELECT move_horizon()
