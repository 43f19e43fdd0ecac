-- Returns a key under which addresses were sealed, unless it is lost.
-- $1 id of the key in hexadecimal
SELECT key FROM address_keys WHERE id = decode($1, 'hex')
