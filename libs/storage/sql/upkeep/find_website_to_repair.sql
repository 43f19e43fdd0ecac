-- The id of a website, also of a deleted one. It is looked up before the day is repaired: a
-- function that asks for rows of websites must stand in a statement of its own.
-- $1 public id
SELECT id FROM websites WHERE public_id = $1
