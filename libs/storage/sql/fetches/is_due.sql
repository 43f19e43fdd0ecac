-- Whether a fetch of a kind is due, also one that nobody may make yet.
-- $1 kind
SELECT EXISTS (SELECT FROM website_fetches WHERE kind = $1 AND due_at <= now()) AS due
