-- Whether a website had visits before a day.
-- $1 website, $2 the day
SELECT EXISTS (SELECT FROM traffic_daily WHERE website_id = $1 AND bucket < $2) AS had_visits
