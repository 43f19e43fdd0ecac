-- Waits until no digest is being made, and lets none be made until the transaction ends.
LOCK TABLE page_digests IN SHARE ROW EXCLUSIVE MODE
