-- Moves the horizon, beyond which visits are late, to the end of the last whole minute. No parameters
SELECT move_horizon()
