-- What reports read of bots, as views. An engine that spreads websites over servers sees what a
-- view reads, and can give the whole report to the server of its website. It does not look into a
-- function. The functions before stay for the processes of an older release.

-- The bots that count as AI bots, with the names that one of them has taken over.
CREATE VIEW ai_bots AS
SELECT id AS bot_id FROM bots WHERE starts_with(category, 'ai_')
UNION ALL
SELECT d.id FROM declared_bots d JOIN bots b ON b.id = d.bot_id WHERE starts_with(b.category, 'ai_');

-- Every bot that a report can show.
CREATE VIEW known_bots AS
SELECT id, name, provider, category, false AS declared FROM bots
UNION ALL
SELECT id, name, provider, category, true FROM declared_bots;

-- What a bot is reported as: itself, or the bot that has taken its name over. A name with fewer
-- than 3 visits in the period of the report is the bot 1, "Unidentified bot". So is a name that is
-- no longer known. Its row in declared_bots is given by two columns, because a row as a whole has
-- another type on each server.
CREATE FUNCTION reported_bot(bot_id integer, visits bigint, declared integer, named integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN bot_id < 1000000 THEN bot_id ELSE coalesce(named, CASE WHEN visits >= 3 THEN declared END, 1) END
$$;
