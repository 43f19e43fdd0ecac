-- The numbers of clients that the dictionary knows, with their indexes in the lists.
-- Written by npm run statements, from the table of fields.
-- $1 websites, $2 method, $3 host, $4 user_agent, $5 browser, $6 os, $7 device
SELECT (u.number - 1)::integer AS place, c.id
FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
  WITH ORDINALITY AS u (website_id, method, host, user_agent, browser, os, device, number)
JOIN clients c ON c.website_id = u.website_id
  AND c.key = text_key(u.method, u.host, u.user_agent, u.browser, u.os, u.device)
