-- Removes a text. The one before it is in force instead.
-- $1 website, $2 first day on which it is in force
DELETE FROM robots_texts WHERE website_id = $1 AND valid_from = $2::date RETURNING website_id
