-- Removes rows of evidence that are joined into another one.
-- $1 website, $2 day, in days since 1970, $3 slot, $4 places of the rows
DELETE FROM visitor_evidence
WHERE website_id = $1::integer AND day = $2::integer AND slot = $3::smallint AND ctid = ANY ($4::tid[])
