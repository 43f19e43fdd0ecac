-- The ids of AI bots.
SELECT bot_id AS id FROM ai_bots
