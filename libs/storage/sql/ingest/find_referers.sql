-- The numbers of referers that the dictionary knows, with their indexes in the lists.
-- Written by npm run statements, from the table of fields.
-- $1 websites, $2 referer, $3 source
SELECT (u.number - 1)::integer AS place, r.id
FROM unnest($1::integer[], $2::text[], $3::text[])
  WITH ORDINALITY AS u (website_id, referer, source, number)
JOIN referers r ON r.website_id = u.website_id
  AND r.key = text_key(u.referer, u.source)
