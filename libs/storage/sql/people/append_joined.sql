-- Appends evidence that was joined from several rows.
-- $1 website, $2 day, in days since 1970, $3 slot, $4 how many visitors and hours, $5 how many
-- there were before rows were joined, $6 the evidence, $7 the visits
INSERT INTO visitor_evidence (website_id, day, slot, count, appended, evidence, visits)
VALUES ($1::integer, $2::integer, $3::smallint, $4::integer, $5::bigint, $6::bytea,
  $7::bytea)
