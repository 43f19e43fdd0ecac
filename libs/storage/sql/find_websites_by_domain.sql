-- Websites of an account among candidate domains. $1 account, $2 domains
SELECT id, domain FROM websites WHERE account_id = $1 AND domain = ANY ($2::text[])
