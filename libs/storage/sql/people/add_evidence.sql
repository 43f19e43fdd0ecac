-- Appends what a transaction shows of visitors, a row for each website and UTC day. What belongs to
-- a day that is closed is left out.
-- $1-$6 websites, days (since 1970), days on which their keys were made, how many visitors and
-- hours, the evidence about them, and their visits
INSERT INTO visitor_evidence (website_id, day, slot, count, appended, evidence, visits)
SELECT website_id, day, made_on % 4, count, count, evidence, visits
FROM unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[], $5::bytea[], $6::bytea[])
  AS u (website_id, day, made_on, count, evidence, visits)
WHERE is_open(DATE '1970-01-01' + made_on)
