-- Begins a transaction in which days are counted again. Writers of visits and the maker of digests
-- wait for its end.
BEGIN;
SET LOCAL lock_timeout = '35s';
LOCK TABLE ONLY visits, ONLY page_digests IN SHARE ROW EXCLUSIVE MODE
