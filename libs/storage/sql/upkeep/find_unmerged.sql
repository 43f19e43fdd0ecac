-- Websites with counts that are not merged yet.
-- Written by npm run statements.
SELECT website_id FROM unmerged_traffic
UNION
SELECT website_id FROM unmerged_pages
UNION
SELECT website_id FROM unmerged_hosts
UNION
SELECT website_id FROM unmerged_countries
ORDER BY website_id
