-- What lists of reports tell apart of the visits of browsers, so that the judge can say in them
-- which are of people: kept beside the evidence about their visitors, and as long.

-- As libs/people/src/browser-visits.ts packs it: for each visit of a browser its visitor, page,
-- host, client, status, country, and the assistant that sent it. What was kept before has none.
ALTER TABLE visitor_evidence
  ADD COLUMN visits bytea NOT NULL DEFAULT '\x0000000000000000000000';
ALTER TABLE visitor_evidence ALTER COLUMN visits DROP DEFAULT;
ALTER TABLE visitor_evidence ALTER COLUMN visits SET STORAGE EXTERNAL;

-- From which hour of the day on lists speak of browsers only, because there were too many visits;
-- 24 where they never do. Those of days that were judged before never tell people.
ALTER TABLE judged_days ADD COLUMN listed_hours smallint NOT NULL DEFAULT 0;

-- Digests tell people from automation. They are right as long as no day of the bucket was judged by
-- more: judged is the sum of what its days were judged by.
ALTER TABLE page_digests
  ADD COLUMN people_visits bigint[],
  ADD COLUMN undecided_visits bigint[],
  ADD COLUMN automation_visits bigint[],
  ADD COLUMN judged bigint NOT NULL DEFAULT 0;
