-- Lets this transaction give new numbers of websites: it changes nothing, and locks a row of each,
-- so that two workers do not give the same number.
-- $1 websites
INSERT INTO dictionary_numbers AS n (website_id)
SELECT DISTINCT website FROM unnest($1::integer[]) AS website ORDER BY 1
ON CONFLICT (website_id) DO UPDATE SET last_client = n.last_client
