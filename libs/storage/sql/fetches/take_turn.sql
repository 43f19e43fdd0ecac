-- Makes those who claim a fetch take turns, until the end of the transaction. Each of them sees
-- what those before it have claimed, so that no account has more under way than it may have.
SELECT pg_advisory_xact_lock(x'66657463'::integer)
