-- Every list that a worker has ever tried to fetch.
SELECT id, prefixes, fetched_at, etags, failed_at, failure FROM address_lists ORDER BY id
