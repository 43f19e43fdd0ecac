-- Begins a transaction in which days are counted again. Writers of visits, the maker of digests
-- and whoever merges counts wait for its end.
-- Written by npm run statements.
BEGIN;
SET LOCAL lock_timeout = '35s';
LOCK TABLE ONLY visits, ONLY page_digests, ONLY unmerged_traffic, ONLY unmerged_pages, ONLY unmerged_hosts,
  ONLY unmerged_countries IN SHARE ROW EXCLUSIVE MODE
