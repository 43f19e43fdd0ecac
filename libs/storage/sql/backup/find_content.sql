-- Whether a database has data of its own: accounts, on which everything depends, or visits.
SELECT (SELECT count(*) FROM accounts)::integer AS accounts, EXISTS (SELECT 1 FROM visits) AS visits
