-- Makes the partitions of visits from a moment on that do not exist. Returns how many.
-- $1 ISO 8601
SELECT make_visit_partitions($1::timestamptz, now()) AS made
