-- Names of bots that another registry was asked for, in portions.
-- $1 registry, $2 size of a portion
SELECT id, name, provider FROM declared_bots WHERE judged_by < $1 OR judged_by > $1 LIMIT $2
