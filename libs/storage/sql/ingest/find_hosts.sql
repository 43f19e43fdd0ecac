-- The ids of hosts that the dictionary knows, with the indexes of the hosts in the list.
-- Written by npm run statements.
-- $1 website ids, $2 hosts
SELECT (u.number - 1)::integer AS place, h.id
FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS u (website_id, host, number)
JOIN hosts h ON h.website_id = u.website_id AND h.host = u.host
