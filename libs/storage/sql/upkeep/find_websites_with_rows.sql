-- Every website that visits or roll-ups may have rows of, also those that do not exist.
-- Written by npm run statements.
SELECT id FROM websites
UNION
SELECT website_id FROM visits
UNION
SELECT website_id FROM traffic_hourly
UNION
SELECT website_id FROM traffic_daily
UNION
SELECT website_id FROM pages_daily
UNION
SELECT website_id FROM current_statuses_hourly
UNION
SELECT website_id FROM current_statuses_daily
UNION
SELECT website_id FROM current_hosts_hourly
UNION
SELECT website_id FROM current_hosts_daily
UNION
SELECT website_id FROM host_keys_daily
UNION
SELECT website_id FROM current_countries_hourly
UNION
SELECT website_id FROM current_countries_daily
UNION
SELECT website_id FROM referrals_hourly
UNION
SELECT website_id FROM referrals_daily
UNION
SELECT website_id FROM landings_daily
UNION
SELECT website_id FROM clients_daily
UNION
SELECT website_id FROM spoofed_daily
ORDER BY id
