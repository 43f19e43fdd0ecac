-- Counts by day of status codes, of people sent by AI assistants, and of people by browser, system and device: exact at
-- commit. They have few rows, so in both flavours a statement trigger keeps them, whether a visit is late or not.

CREATE TABLE statuses_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, bot_id, status_code)
) WITH (fillfactor = 70);

-- People only.
CREATE TABLE referrals_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, referral_source)
) WITH (fillfactor = 70);

-- People only; what is not known is empty.
CREATE TABLE clients_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  browser text NOT NULL,
  os text NOT NULL,
  device text NOT NULL,
  visits bigint NOT NULL,
  PRIMARY KEY (website_id, bucket, browser, os, device)
) WITH (fillfactor = 70);

-- The AI assistant of a referer, for visits that were written before the worker noted it.
CREATE FUNCTION referral_source_of(referer text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT source FROM (VALUES
    ('chatgpt.com', 'ChatGPT'), ('chat.openai.com', 'ChatGPT'), ('claude.ai', 'Claude'),
    ('copilot.microsoft.com', 'Copilot'), ('copilot.cloud.microsoft', 'Copilot'), ('chat.deepseek.com', 'DeepSeek'),
    ('doubao.com', 'Doubao'), ('duck.ai', 'Duck.ai'), ('yiyan.baidu.com', 'Ernie Bot'), ('ernie.baidu.com', 'Ernie Bot'),
    ('felo.ai', 'Felo'), ('gemini.google.com', 'Gemini'), ('bard.google.com', 'Gemini'), ('genspark.ai', 'Genspark'),
    ('grok.com', 'Grok'), ('iask.ai', 'iAsk'), ('kimi.com', 'Kimi'), ('kimi.moonshot.cn', 'Kimi'),
    ('chat.mistral.ai', 'Le Chat'), ('meta.ai', 'Meta AI'), ('notebooklm.google.com', 'NotebookLM'),
    ('perplexity.ai', 'Perplexity'), ('phind.com', 'Phind'), ('poe.com', 'Poe'), ('chat.qwen.ai', 'Qwen'),
    ('tongyi.aliyun.com', 'Qwen'), ('you.com', 'You.com')
  ) AS sources (host, source),
  lower(substring(referer FROM '^[hH][tT][tT][pP][sS]?://([^/?#@:\s]{1,253})(?:[/?#:]|$)')) AS found
  WHERE found = host OR right(found, length(host) + 1) = '.' || host
$$;

-- Upserts go in key order, so that two writers of the same buckets wait for each other instead of deadlocking.
CREATE FUNCTION count_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statuses_daily AS s (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, date_trunc('day', time, 'UTC'), bot_id, status_code, count(*)
  FROM new_visits
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET visits = s.visits + excluded.visits;

  INSERT INTO referrals_daily AS r (website_id, bucket, referral_source, visits)
  SELECT website_id, date_trunc('day', time, 'UTC'), referral_source, count(*)
  FROM new_visits
  WHERE bot_id = 0 AND referral_source IS NOT NULL
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, referral_source) DO UPDATE SET visits = r.visits + excluded.visits;

  INSERT INTO clients_daily AS c (website_id, bucket, browser, os, device, visits)
  SELECT website_id, date_trunc('day', time, 'UTC'),
    coalesce(browser, ''), coalesce(os, ''), coalesce(device, ''), count(*)
  FROM new_visits
  WHERE bot_id = 0
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, browser, os, device) DO UPDATE SET visits = c.visits + excluded.visits;

  RETURN NULL;
END
$$;

CREATE TRIGGER count_details AFTER INSERT ON visits
REFERENCING NEW TABLE AS new_visits
FOR EACH STATEMENT EXECUTE FUNCTION count_details();

INSERT INTO statuses_daily
SELECT website_id, date_trunc('day', time, 'UTC'), bot_id, status_code, count(*)
FROM visits
GROUP BY 1, 2, 3, 4;

INSERT INTO referrals_daily
SELECT website_id, date_trunc('day', time, 'UTC'), referral_source_of(referer), count(*)
FROM visits
WHERE bot_id = 0 AND referral_source_of(referer) IS NOT NULL
GROUP BY 1, 2, 3;

INSERT INTO clients_daily
SELECT website_id, date_trunc('day', time, 'UTC'),
  coalesce(browser, ''), coalesce(os, ''), coalesce(device, ''), count(*)
FROM visits
WHERE bot_id = 0
GROUP BY 1, 2, 3, 4, 5;

-- Digests also tell visits by AI bots, as the registry had them in categories; they are made anew.
TRUNCATE page_digests, bot_page_sets;
ALTER TABLE page_digests
  ADD COLUMN ai_bot_visits bigint[] NOT NULL,
  ADD COLUMN registry_version integer NOT NULL;
