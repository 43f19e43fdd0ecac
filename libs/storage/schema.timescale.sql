-- The schema of the timescale flavour, written from the catalogue by `npm run schema`. It is
-- only for reading: the migrations create the schema and give the reasons for it. A test compares
-- the result of the migrations with this file.


-- =================================================================================================
-- Which migrations were applied.
-- =================================================================================================

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  flavour text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (version)
);


-- =================================================================================================
-- Accounts and their websites. The API shows public ids; rows refer to each other by integers. The
-- service, not the database, knows the limits of each plan.
-- =================================================================================================

CREATE TABLE accounts (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  name text NOT NULL,
  plan text NOT NULL,
  api_requests_per_minute integer,
  ingest_requests_per_minute integer,
  total_ingest_requests_per_minute integer,
  max_live_keys integer,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  max_websites integer,
  fetch_seconds_per_day integer,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_public_id_key UNIQUE (public_id),
  CONSTRAINT accounts_api_requests_per_minute_check CHECK (api_requests_per_minute > 0),
  CONSTRAINT accounts_fetch_seconds_per_day_check CHECK (fetch_seconds_per_day > 0),
  CONSTRAINT accounts_ingest_requests_per_minute_check CHECK (ingest_requests_per_minute > 0),
  CONSTRAINT accounts_max_live_keys_check CHECK (max_live_keys > 0),
  CONSTRAINT accounts_max_websites_check CHECK (max_websites > 0),
  CONSTRAINT accounts_total_ingest_requests_per_minute_check CHECK (total_ingest_requests_per_minute > 0)
);

CREATE TABLE websites (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  public_id text NOT NULL,
  tracking_id text NOT NULL,
  domain text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  erased_at timestamptz(3),
  counts text NOT NULL DEFAULT 'all'::text,
  behaviour text NOT NULL DEFAULT 'default'::text,
  CONSTRAINT websites_pkey PRIMARY KEY (id),
  CONSTRAINT websites_public_id_key UNIQUE (public_id),
  CONSTRAINT websites_tracking_id_key UNIQUE (tracking_id),
  CONSTRAINT websites_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT websites_behaviour_check CHECK (behaviour = ANY (ARRAY['default'::text, 'entry'::text, 'off'::text])),
  CONSTRAINT websites_counts_check CHECK (counts = ANY (ARRAY['all'::text, 'pages'::text]))
);
CREATE INDEX websites_account ON websites (account_id);
CREATE UNIQUE INDEX websites_account_id_domain ON websites (account_id, domain) WHERE (deleted_at IS NULL);
CREATE INDEX websites_deleted ON websites (account_id, domain) WHERE (deleted_at IS NOT NULL);
CREATE INDEX websites_to_erase ON websites (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (erased_at IS NULL));

CREATE TABLE website_relations (
  relation text NOT NULL,
  level smallint NOT NULL,
  kept interval,
  CONSTRAINT website_relations_pkey PRIMARY KEY (relation)
);

-- Rows of website_relations:
--   (alert_states,9,)
--   (alerts,9,)
--   (bot_page_sets,6,)
--   (clients,9,)
--   (clients_daily,2,)
--   (countries_daily,2,)
--   (countries_hourly,2,)
--   (dead_entries,9,)
--   (dictionary_numbers,9,)
--   (dictionary_quotas,9,)
--   (events,9,)
--   (feed_counts,9,)
--   (feed_reasons,9,)
--   (feed_samples,9,)
--   (former_domains,9,)
--   (host_keys_daily,2,)
--   (hosts,9,)
--   (hosts_daily,2,)
--   (hosts_hourly,2,)
--   (in_time.pages_daily,4,)
--   (in_time.pages_hourly,3,"2 days")
--   (in_time.pages_minutes,2,"2 days")
--   (in_time.traffic_daily,4,)
--   (in_time.traffic_hourly,3,)
--   (in_time.traffic_minutes,2,"2 days")
--   (in_time.traffic_monthly,5,)
--   (in_time.traffic_weekly,5,)
--   (judged_days,2,)
--   (landings_daily,2,)
--   (late_pages_daily,2,)
--   (late_traffic_daily,2,)
--   (late_traffic_hourly,2,)
--   (page_digests,6,)
--   (page_positions,7,)
--   (page_quotas,9,)
--   (pages,9,)
--   (people_clients_daily,2,)
--   (people_countries_daily,2,)
--   (people_countries_hourly,2,)
--   (people_daily,2,)
--   (people_hosts_daily,2,)
--   (people_hosts_hourly,2,)
--   (people_hourly,2,)
--   (people_landings_daily,2,)
--   (people_pages_daily,2,)
--   (people_referrals_daily,2,)
--   (people_referrals_hourly,2,)
--   (referers,9,)
--   (referrals_daily,2,)
--   (referrals_hourly,2,)
--   (robots_texts,9,)
--   (shares,9,)
--   (sitemaps,9,)
--   (skipped_daily,2,)
--   (spoofed_daily,2,)
--   (statuses_daily,2,)
--   (statuses_hourly,2,)
--   (unjudged_daily,2,)
--   (unmerged_countries,1,)
--   (unmerged_hosts,1,)
--   (unmerged_pages,1,)
--   (unmerged_traffic,1,)
--   (visitor_evidence_0,0,)
--   (visitor_evidence_1,0,)
--   (visitor_evidence_2,0,)
--   (visitor_evidence_3,0,)
--   (visitor_groups,2,)
--   (visits,1,)
--   (website_feeds,9,)
--   (website_fetches,9,)

CREATE FUNCTION room_for_website(owner integer, most integer)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM accounts WHERE id = owner FOR NO KEY UPDATE;
  RETURN (
    SELECT CASE
      WHEN count(*) FILTER (WHERE deleted_at IS NULL) >= most THEN 'full'
      WHEN count(*) FILTER (WHERE created_at > now() - INTERVAL '24 hours') >= 2::bigint * most THEN 'too_many_made'
      ELSE 'room'
    END
    FROM websites WHERE account_id = owner
  );
END
$function$;

CREATE FUNCTION note_moment_of_website()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A restore brings moments of its own.
    IF NEW.created_at <> now()::timestamptz(3) THEN
      RETURN NEW;
    END IF;
    PERFORM pg_advisory_xact_lock(x'77656273'::integer, NEW.account_id);
    NEW.created_at := date_trunc('milliseconds', clock_timestamp());
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(x'77656273'::integer, NEW.account_id);
  IF OLD.deleted_at IS NULL AND NEW.deleted_at = now()::timestamptz(3) THEN
    NEW.deleted_at := date_trunc('milliseconds', clock_timestamp());
  END IF;
  RETURN NEW;
END
$function$;

CREATE TRIGGER note_moment_of_new_website BEFORE INSERT ON websites FOR EACH ROW EXECUTE FUNCTION note_moment_of_website();

CREATE TRIGGER note_moment_of_website BEFORE UPDATE OF domain, deleted_at ON websites FOR EACH ROW WHEN (old.domain <> new.domain OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION note_moment_of_website();

CREATE TABLE former_domains (
  website_id integer NOT NULL,
  until timestamptz(3) NOT NULL DEFAULT now(),
  domain text NOT NULL,
  CONSTRAINT former_domains_pkey PRIMARY KEY (website_id, until)
);
CREATE INDEX former_domains_domain ON former_domains (domain, until);
CREATE INDEX former_domains_until ON former_domains (until);

CREATE FUNCTION note_former_domain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Only the first domain of a millisecond was in use before it.
  INSERT INTO former_domains (website_id, domain, until) VALUES (OLD.id, OLD.domain, date_trunc('milliseconds', clock_timestamp()))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$function$;

CREATE TRIGGER note_former_domain AFTER UPDATE OF domain ON websites FOR EACH ROW WHEN (old.domain <> new.domain) EXECUTE FUNCTION note_former_domain();


-- =================================================================================================
-- The keys of accounts, and the secrets of those whose senders sign what they send.
-- =================================================================================================

CREATE TABLE api_keys (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  account_id integer NOT NULL,
  website_id integer,
  kind text NOT NULL,
  name text NOT NULL,
  sha256 bytea NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  scope text NOT NULL DEFAULT 'full'::text,
  replaced_by integer,
  first_key integer,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_public_id_key UNIQUE (public_id),
  CONSTRAINT api_keys_sha256_key UNIQUE (sha256),
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT api_keys_first_key_fkey FOREIGN KEY (first_key) REFERENCES api_keys(id),
  CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys(id),
  CONSTRAINT api_keys_website_id_fkey FOREIGN KEY (website_id) REFERENCES websites(id),
  CONSTRAINT api_keys_check CHECK ((kind = 'bot'::text) = (website_id IS NOT NULL)),
  CONSTRAINT api_keys_check1 CHECK (kind = 'api'::text OR scope = 'full'::text),
  CONSTRAINT api_keys_kind_check CHECK (kind = ANY (ARRAY['api'::text, 'bot'::text])),
  CONSTRAINT api_keys_scope_check CHECK (scope = ANY (ARRAY['full'::text, 'read'::text])),
  CONSTRAINT api_keys_sha256_check CHECK (octet_length(sha256) = 32)
);
CREATE INDEX api_keys_account_id ON api_keys (account_id);
CREATE INDEX api_keys_website_id ON api_keys (website_id) WHERE (website_id IS NOT NULL);

CREATE TABLE signing_secrets (
  first_key integer NOT NULL,
  sealed bytea NOT NULL,
  set_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT signing_secrets_pkey PRIMARY KEY (first_key),
  CONSTRAINT signing_secrets_first_key_fkey FOREIGN KEY (first_key) REFERENCES api_keys(id) ON DELETE CASCADE
);

CREATE FUNCTION count_live_keys(owner integer, moment timestamptz)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM accounts WHERE id = owner FOR NO KEY UPDATE;
  RETURN (
    SELECT count(*) FROM api_keys k LEFT JOIN websites w ON w.id = k.website_id
    WHERE k.account_id = owner AND k.revoked_at IS NULL AND coalesce(k.expires_at > moment, true)
      AND w.deleted_at IS NULL
  );
END
$function$;

CREATE FUNCTION revoke_key_unless_last(owner integer, key text, moment timestamptz)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  found_key api_keys;
BEGIN
  PERFORM FROM accounts WHERE id = owner FOR NO KEY UPDATE;
  SELECT * INTO found_key FROM api_keys WHERE account_id = owner AND public_id = key;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF found_key.kind = 'api' AND found_key.scope = 'full' AND found_key.revoked_at IS NULL
    AND coalesce(found_key.expires_at > moment, true)
    AND NOT EXISTS (
      SELECT FROM api_keys other
      WHERE other.account_id = owner AND other.id <> found_key.id AND other.kind = 'api' AND other.scope = 'full'
        AND other.revoked_at IS NULL AND other.replaced_by IS NULL AND coalesce(other.expires_at > moment, true)
    ) THEN
    RETURN 'last';
  END IF;
  UPDATE api_keys SET revoked_at = coalesce(revoked_at, moment) WHERE id = found_key.id;
  RETURN 'revoked';
END
$function$;


-- =================================================================================================
-- Sessions of browsers that are signed in, and the one-time codes with which a browser signs in
-- without typing a key. Both are stored as SHA-256 of 32 random bytes, and both belong to an API
-- Key: a session may do what its key may do, and ends with it.
-- =================================================================================================

CREATE TABLE sessions (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  key_id integer NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_public_id_key UNIQUE (public_id),
  CONSTRAINT sessions_sha256_key UNIQUE (sha256),
  CONSTRAINT sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  CONSTRAINT sessions_sha256_check CHECK (octet_length(sha256) = 32)
);
CREATE INDEX sessions_key_id ON sessions (key_id);

CREATE TABLE sign_in_codes (
  sha256 bytea NOT NULL,
  key_id integer NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  CONSTRAINT sign_in_codes_pkey PRIMARY KEY (sha256),
  CONSTRAINT sign_in_codes_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  CONSTRAINT sign_in_codes_sha256_check CHECK (octet_length(sha256) = 32)
);
CREATE INDEX sign_in_codes_key_id ON sign_in_codes (key_id);

CREATE FUNCTION key_to_sign_in(owner integer, new_id text, new_name text, new_sha256 bytea, new_last4 text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  found_key integer;
BEGIN
  PERFORM FROM accounts WHERE id = owner FOR NO KEY UPDATE;
  SELECT k.id INTO found_key FROM api_keys k
  WHERE k.account_id = owner AND k.kind = 'api' AND k.scope = 'full' AND k.revoked_at IS NULL
    AND k.replaced_by IS NULL AND coalesce(k.expires_at > now(), true)
  ORDER BY k.id LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO api_keys (public_id, account_id, kind, name, sha256, last4)
    VALUES (new_id, owner, 'api', new_name, new_sha256, new_last4) RETURNING id INTO found_key;
  END IF;
  RETURN found_key;
END
$function$;


-- =================================================================================================
-- Shared links: whoever has the address of one reads reports of one website, within bounds of days.
-- =================================================================================================

CREATE TABLE shares (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  website_id integer NOT NULL,
  name text NOT NULL,
  sha256 bytea NOT NULL,
  first4 text NOT NULL,
  first_day date,
  last_day date,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  CONSTRAINT shares_pkey PRIMARY KEY (id),
  CONSTRAINT shares_public_id_key UNIQUE (public_id),
  CONSTRAINT shares_sha256_key UNIQUE (sha256),
  CONSTRAINT shares_website_id_fkey FOREIGN KEY (website_id) REFERENCES websites(id) ON DELETE CASCADE,
  CONSTRAINT shares_check CHECK (last_day >= first_day),
  CONSTRAINT shares_sha256_check CHECK (octet_length(sha256) = 32)
);
CREATE INDEX shares_website_id ON shares (website_id);

CREATE FUNCTION count_shares(website integer, moment timestamptz)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM websites WHERE id = website AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT count(*) FROM shares WHERE website_id = website AND coalesce(expires_at > moment, true));
END
$function$;


-- =================================================================================================
-- The bots that visits and counts refer to: those of the registry, and those that no row of it
-- names, under the names that they give themselves.
-- =================================================================================================

CREATE TABLE bots (
  id integer NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  provider text NOT NULL,
  category text NOT NULL,
  documentation text,
  registry_version integer NOT NULL,
  CONSTRAINT bots_pkey PRIMARY KEY (id),
  CONSTRAINT bots_slug_key UNIQUE (slug)
);

-- Rows of bots:
--   (0,human,Human,Unknown,human,,0)

CREATE TABLE declared_bots (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  provider text NOT NULL,
  category text NOT NULL,
  first_seen timestamptz(3) NOT NULL DEFAULT now(),
  bot_id integer,
  judged_by text NOT NULL,
  CONSTRAINT declared_bots_pkey PRIMARY KEY (id),
  CONSTRAINT declared_bots_account_id_key_key UNIQUE (account_id, key)
);
CREATE INDEX declared_bots_ai ON declared_bots (id) WHERE ((bot_id IS NULL) AND starts_with(category, 'ai_'::text));
CREATE INDEX declared_bots_bot_id ON declared_bots (bot_id) WHERE (bot_id IS NOT NULL);
CREATE INDEX declared_bots_judged_by ON declared_bots (judged_by);

CREATE TABLE declared_bot_quotas (
  account_id integer NOT NULL,
  names integer NOT NULL DEFAULT 0,
  hour timestamptz NOT NULL DEFAULT (start of the first epoch),
  new_names integer NOT NULL DEFAULT 0,
  CONSTRAINT declared_bot_quotas_pkey PRIMARY KEY (account_id)
);

CREATE FUNCTION register_declared_bots(accounts integer[], keys text[], names text[], providers text[], categories text[], registry text, most integer, most_new integer)
 RETURNS TABLE(account_id integer, key text, id integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  this_hour CONSTANT timestamptz := date_trunc('hour', now(), 'UTC');
  with_new integer[] := ARRAY(
    SELECT DISTINCT u.account_id FROM unnest(accounts, keys) AS u (account_id, key)
    WHERE NOT EXISTS (SELECT FROM declared_bots d WHERE d.account_id = u.account_id AND d.key = u.key)
  );
BEGIN
  IF cardinality(with_new) > 0 THEN
    INSERT INTO declared_bot_quotas (account_id) SELECT unnest(with_new) ORDER BY 1 ON CONFLICT DO NOTHING;
    -- Two workers cannot both take the last place. What they insert afterwards sees the names of
    -- those that came before.
    PERFORM FROM declared_bot_quotas q WHERE q.account_id = ANY (with_new) ORDER BY q.account_id FOR UPDATE;

    WITH unknown AS (
      SELECT DISTINCT ON (u.account_id, u.key) u.*
      FROM unnest(accounts, keys, names, providers, categories) AS u (account_id, key, name, provider, category)
      WHERE u.account_id = ANY (with_new)
        AND NOT EXISTS (SELECT FROM declared_bots d WHERE d.account_id = u.account_id AND d.key = u.key)
      -- Some of its user agents may have no address.
      ORDER BY u.account_id, u.key, u.provider = 'Unknown'
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY key) AS place FROM unknown
    ), room AS (
      SELECT account_id,
        least(most - names, most_new - CASE WHEN hour = this_hour THEN new_names ELSE 0 END) AS places
      FROM declared_bot_quotas WHERE account_id = ANY (with_new)
    ), inserted AS (
      INSERT INTO declared_bots (account_id, key, name, provider, category, judged_by)
      SELECT r.account_id, r.key, r.name, r.provider, r.category, registry
      FROM ranked r JOIN room USING (account_id)
      WHERE r.place <= room.places
      ORDER BY r.account_id, r.key
      RETURNING account_id
    ), counted AS (
      SELECT account_id, count(*)::integer AS new_names FROM inserted GROUP BY account_id
    )
    UPDATE declared_bot_quotas q SET names = q.names + c.new_names, hour = this_hour,
      new_names = c.new_names + CASE WHEN q.hour = this_hour THEN q.new_names ELSE 0 END
    FROM counted c WHERE q.account_id = c.account_id;
  END IF;

  RETURN QUERY
  SELECT DISTINCT d.account_id, d.key, d.id
  FROM unnest(accounts, keys) AS u (account_id, key)
  JOIN declared_bots d ON d.account_id = u.account_id AND d.key = u.key;
END
$function$;

CREATE VIEW ai_bots AS
 SELECT id AS bot_id
   FROM bots
  WHERE starts_with(category, 'ai_'::text)
UNION ALL
 SELECT d.id AS bot_id
   FROM declared_bots d
     JOIN bots b ON b.id = d.bot_id
  WHERE starts_with(b.category, 'ai_'::text)
UNION ALL
 SELECT id AS bot_id
   FROM declared_bots
  WHERE bot_id IS NULL AND starts_with(category, 'ai_'::text);

CREATE VIEW known_bots AS
 SELECT id,
    name,
    provider,
    category,
    false AS declared
   FROM bots
UNION ALL
 SELECT id,
    name,
    provider,
    category,
    true AS declared
   FROM declared_bots;

CREATE FUNCTION reported_bot(bot_id integer, visits bigint, declared integer, named integer, category text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN bot_id < 1000000 THEN bot_id
    ELSE coalesce(named, CASE WHEN visits >= 3 OR starts_with(category, 'ai_') THEN declared END, 1) END
$function$;


-- =================================================================================================
-- The ledger of written batches, which makes repeats harmless: a batch that it has is not written
-- again.
-- =================================================================================================

CREATE TABLE log_batches (
  id uuid NOT NULL,
  account_id integer NOT NULL,
  entries integer NOT NULL,
  received_at timestamptz(3) NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT now(),
  split boolean NOT NULL DEFAULT false,
  CONSTRAINT log_batches_pkey PRIMARY KEY (id)
);
CREATE INDEX log_batches_written_at ON log_batches (written_at);


-- =================================================================================================
-- What is kept of requests and their entries beside the ledger: the idempotency keys of requests,
-- the entries that could not be stored, and the counts of the rate limiter.
-- =================================================================================================

CREATE TABLE idempotency_keys (
  lineage_id integer NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  batch_id uuid NOT NULL,
  state text NOT NULL,
  lease_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (lineage_id, key),
  CONSTRAINT idempotency_keys_state_check CHECK (state = ANY (ARRAY['in_progress'::text, 'done'::text]))
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

CREATE TABLE dead_entries (
  id uuid NOT NULL,
  kind text NOT NULL,
  batch_id text NOT NULL,
  "position" integer,
  account_id integer,
  website_id integer,
  received_at timestamptz(3),
  failed_at timestamptz(3) NOT NULL DEFAULT now(),
  sqlstate text,
  reason text NOT NULL,
  payload text NOT NULL,
  CONSTRAINT dead_entries_pkey PRIMARY KEY (id),
  CONSTRAINT dead_entries_kind_check CHECK (kind = ANY (ARRAY['entry'::text, 'job'::text]))
);
CREATE INDEX dead_entries_failed_at ON dead_entries (failed_at, id);

CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);


-- =================================================================================================
-- Keeps the workers of an older release from writing visits. They know nothing of what a newer
-- schema counts, so their visits could be missing there for good.
--
-- A writer says which version of the schema it knows. The function is volatile, so that it sees a
-- migration for whose locks the writer has waited. The error has a code of our own: writers put
-- their jobs back, and a worker of the newer release takes them.
-- =================================================================================================

CREATE FUNCTION require_newest_release(known integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  newest CONSTANT integer := (SELECT max(version) FROM schema_migrations);
BEGIN
  IF newest > known THEN
    RAISE EXCEPTION 'the database has schema version %, and this release knows %: stop this worker and start one of the newer release',
      newest, known USING ERRCODE = 'ZR001';
  END IF;
END
$function$;


-- =================================================================================================
-- Where the fields of visits live: in the dictionaries of the website, or in the row of the visit.
-- What repeats in visits stands once for each website, and a visit has its number: the page, the
-- client (method, host, user agent and what was read from it) and the referer. Whoever sends visits
-- may choose these texts, so how many new ones a website gets from the visits of a day is bounded.
-- =================================================================================================

CREATE TABLE dictionary_numbers (
  website_id integer NOT NULL,
  last_client integer NOT NULL DEFAULT 0,
  last_referer integer NOT NULL DEFAULT 0,
  last_page bigint NOT NULL DEFAULT 0,
  last_host integer NOT NULL DEFAULT 0,
  CONSTRAINT dictionary_numbers_pkey PRIMARY KEY (website_id)
);

CREATE TABLE pages (
  id bigint NOT NULL,
  website_id integer NOT NULL,
  path text NOT NULL,
  CONSTRAINT pages_pkey PRIMARY KEY (website_id, id),
  CONSTRAINT pages_website_id_path_key UNIQUE (website_id, path)
);

CREATE TABLE page_quotas (
  website_id integer NOT NULL,
  day date NOT NULL,
  new_pages integer NOT NULL DEFAULT 0,
  CONSTRAINT page_quotas_pkey PRIMARY KEY (website_id, day)
);

CREATE TABLE clients (
  website_id integer NOT NULL,
  id integer NOT NULL,
  key bytea NOT NULL,
  method text NOT NULL,
  host text NOT NULL,
  user_agent text NOT NULL,
  browser text,
  os text,
  device text,
  CONSTRAINT clients_pkey PRIMARY KEY (website_id, id),
  CONSTRAINT clients_website_id_key_key UNIQUE (website_id, key)
);

CREATE TABLE referers (
  website_id integer NOT NULL,
  id integer NOT NULL,
  key bytea NOT NULL,
  referer text NOT NULL,
  source text,
  CONSTRAINT referers_pkey PRIMARY KEY (website_id, id),
  CONSTRAINT referers_website_id_key_key UNIQUE (website_id, key)
);

CREATE TABLE dictionary_quotas (
  website_id integer NOT NULL,
  day date NOT NULL,
  new_clients integer NOT NULL DEFAULT 0,
  new_referers integer NOT NULL DEFAULT 0,
  new_hosts integer NOT NULL DEFAULT 0,
  CONSTRAINT dictionary_quotas_pkey PRIMARY KEY (website_id, day)
);

CREATE FUNCTION text_key(VARIADIC texts text[])
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT substr(sha256(convert_to(array_to_string(texts, E'\x1f', ''), 'UTF8')), 1, 16) $function$;


-- =================================================================================================
-- Every accepted log entry, one row each. In this flavour they are a hypertable. Its chunk interval
-- and retention are settings, which are applied after the migrations. Aggregates materialise each
-- bucket once, when it is over. A visit that comes later is late.
-- =================================================================================================

CREATE TABLE visits (
  "time" timestamptz(3) NOT NULL,
  website_id integer NOT NULL,
  bot_id integer NOT NULL,
  verification smallint NOT NULL DEFAULT 0,
  status_code smallint NOT NULL,
  page_id bigint,
  method text,
  host text,
  path text,
  ip inet,
  user_agent text,
  browser text,
  os text,
  device text,
  referer text,
  referral_source text,
  late boolean NOT NULL DEFAULT true,
  client_id integer,
  referer_id integer,
  country text
);
CREATE INDEX visits_in_time ON visits (website_id, "time") WHERE (NOT late);
CREATE INDEX visits_late ON visits (website_id, "time") WHERE late;

-- visits is a hypertable: chunks of 7 days by time,
-- compressed in segments by website_id,late, ordered by time.

CREATE FUNCTION compress_directly()
 RETURNS void
 LANGUAGE sql
AS $function$ SELECT set_config('timescaledb.enable_direct_compress_copy', 'on', true) $function$;

CREATE TABLE roll_up_horizon (
  epoch integer NOT NULL,
  late_before timestamptz NOT NULL,
  since timestamptz NOT NULL
);

CREATE FUNCTION late_before()
 RETURNS timestamptz
 LANGUAGE plpgsql
AS $function$
DECLARE
  joined roll_up_horizon;
  present integer;
BEGIN
  PERFORM set_config('timescaledb.skip_cagg_invalidation', 'on', true);
  LOOP
    SELECT * INTO STRICT joined FROM roll_up_horizon;
    PERFORM pg_advisory_xact_lock_shared(x'626f7468'::integer, joined.epoch);
    SELECT epoch INTO STRICT present FROM roll_up_horizon;
    IF present = joined.epoch THEN
      RETURN joined.late_before;
    END IF;
  END LOOP;
END
$function$;

CREATE FUNCTION move_horizon()
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE roll_up_horizon SET epoch = epoch + 1, late_before = next.late_before
  FROM (SELECT time_bucket(INTERVAL '1 minute', clock_timestamp()) AS late_before) next
  WHERE roll_up_horizon.late_before < next.late_before
$function$;

CREATE FUNCTION wait_for_writers(ended_epoch integer)
 RETURNS void
 LANGUAGE plpgsql
 SET lock_timeout TO '35s'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(x'626f7468'::integer, ended_epoch);
END
$function$;


-- =================================================================================================
-- What is read of visits: their texts, wherever these stand, and from when on there are visits.
-- =================================================================================================

CREATE VIEW visit_entries AS
 SELECT v."time",
    v.website_id,
    v.bot_id,
    v.verification,
    v.status_code,
    v.page_id,
    v.late,
    COALESCE(c.method, v.method) AS method,
    COALESCE(c.host, v.host) AS host,
    COALESCE(p.path, v.path) AS path,
    v.ip,
    COALESCE(c.user_agent, v.user_agent) AS user_agent,
    COALESCE(c.browser, v.browser) AS browser,
    COALESCE(c.os, v.os) AS os,
    COALESCE(c.device, v.device) AS device,
    COALESCE(r.referer, v.referer) AS referer,
    COALESCE(r.source, v.referral_source) AS referral_source,
    v.country
   FROM visits v
     LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id
     LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
     LEFT JOIN pages p ON p.website_id = v.website_id AND p.id = v.page_id;

CREATE TABLE visits_kept (
  since timestamptz NOT NULL
);


-- =================================================================================================
-- What writers count of the visits that they write, in the same transaction (add_counts.sql), by
-- website and UTC bucket. Where aggregates count the visits in time, it is the late ones only.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.
--
-- A count by verdict (verified, spoofed, unverifiable) is null when there is none. While nothing is
-- checked, it takes no room in the row. Sums ignore null.
-- =================================================================================================

CREATE TABLE late_traffic_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  CONSTRAINT late_traffic_hourly_pkey PRIMARY KEY (website_id, bucket, bot_id)
) WITH (fillfactor=70);

CREATE TABLE late_traffic_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  CONSTRAINT late_traffic_daily_pkey PRIMARY KEY (website_id, bucket, bot_id)
) WITH (fillfactor=70);

CREATE TABLE late_pages_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  CONSTRAINT late_pages_daily_pkey PRIMARY KEY (website_id, bucket, bot_id, page_id)
) WITH (fillfactor=80);

CREATE TABLE statuses_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  visits bigint NOT NULL,
  CONSTRAINT statuses_hourly_pkey PRIMARY KEY (website_id, bucket, bot_id, status_code)
) WITH (fillfactor=70);

CREATE TABLE statuses_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  visits bigint NOT NULL,
  CONSTRAINT statuses_daily_pkey PRIMARY KEY (website_id, bucket, bot_id, status_code)
) WITH (fillfactor=70);

CREATE TABLE referrals_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text NOT NULL,
  visits bigint NOT NULL,
  CONSTRAINT referrals_hourly_pkey PRIMARY KEY (website_id, bucket, referral_source)
) WITH (fillfactor=70);

CREATE TABLE referrals_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text NOT NULL,
  visits bigint NOT NULL,
  CONSTRAINT referrals_daily_pkey PRIMARY KEY (website_id, bucket, referral_source)
) WITH (fillfactor=70);

CREATE TABLE clients_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  browser text NOT NULL,
  os text NOT NULL,
  device text NOT NULL,
  visits bigint NOT NULL,
  CONSTRAINT clients_daily_pkey PRIMARY KEY (website_id, bucket, browser, os, device)
) WITH (fillfactor=70);

CREATE TABLE spoofed_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  network cidr NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  CONSTRAINT spoofed_daily_pkey PRIMARY KEY (website_id, bucket, bot_id, network, page_id)
) WITH (fillfactor=70);


-- =================================================================================================
-- How visits are counted: functions that writers and a recount share, and what is counted of
-- requests that are no visits.
-- =================================================================================================

CREATE FUNCTION hour_of(moment timestamptz)
 RETURNS timestamptz
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT date_bin(INTERVAL '1 hour', moment, TIMESTAMPTZ '2000-01-01 00:00:00Z') $function$;

CREATE FUNCTION day_of(moment timestamptz)
 RETURNS timestamptz
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT date_bin(INTERVAL '24 hours', moment, TIMESTAMPTZ '2000-01-01 00:00:00Z') $function$;

CREATE FUNCTION plus(one bigint, other bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT coalesce(one + other, one, other) $function$;

CREATE FUNCTION visits_with(verification text, visits bigint, verified bigint, spoofed bigint, unverifiable bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE verification
    WHEN 'verified' THEN coalesce(verified, 0)
    WHEN 'spoofed' THEN coalesce(spoofed, 0)
    WHEN 'unverifiable' THEN coalesce(unverifiable, 0)
    WHEN 'not_checked' THEN visits - coalesce(verified, 0) - coalesce(spoofed, 0) - coalesce(unverifiable, 0)
    ELSE visits
  END
$function$;

CREATE TABLE hours_known (
  since timestamptz NOT NULL
);

CREATE TABLE skipped_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  lane smallint NOT NULL,
  requests bigint NOT NULL,
  CONSTRAINT skipped_daily_pkey PRIMARY KEY (website_id, bucket, lane)
) WITH (fillfactor=70);

CREATE FUNCTION network_of(address inet)
 RETURNS cidr
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT coalesce(network(set_masklen(address, CASE family(address) WHEN 4 THEN 24 ELSE 48 END)), '0.0.0.0/0') $function$;

CREATE FUNCTION count_spoofed_in(relation regclass, websites integer[], days double precision[], bots integer[], addresses inet[], pages_given bigint[], numbers bigint[], first_times double precision[], last_times double precision[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format($spoofed$
    INSERT INTO %1$s AS s (website_id, bucket, bot_id, network, page_id, visits, first_seen, last_seen)
    WITH spoofed AS MATERIALIZED (
      SELECT website_id, to_timestamp(day) AS bucket, bot_id, network_of(ip) AS network, coalesce(page_id, 0) AS page_id,
        sum(visits) AS visits, to_timestamp(min(first_time) / 1000) AS first_seen, to_timestamp(max(last_time) / 1000) AS last_seen
      FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)
        AS u (website_id, day, bot_id, ip, page_id, visits, first_time, last_time)
      GROUP BY 1, 2, 3, 4, 5
    ), days_known AS MATERIALIZED (
      SELECT website_id, bucket, (
        SELECT count(*) FROM (
          SELECT FROM %1$s k WHERE k.website_id = d.website_id AND k.bucket = d.bucket LIMIT 4000
        ) known
      ) AS rows
      FROM (SELECT DISTINCT website_id, bucket FROM spoofed) d
    ), placed AS (
      SELECT n.*, d.rows < 2000 OR EXISTS (
          SELECT FROM %1$s k WHERE k.website_id = n.website_id AND k.bucket = n.bucket
            AND k.bot_id = n.bot_id AND k.network = n.network AND k.page_id = n.page_id
        ) AS with_page, d.rows < 4000 OR EXISTS (
          SELECT FROM %1$s k WHERE k.website_id = n.website_id AND k.bucket = n.bucket
            AND k.bot_id = n.bot_id AND k.network = n.network
        ) AS with_network
      FROM spoofed n JOIN days_known d USING (website_id, bucket)
    )
    SELECT website_id, bucket, bot_id, CASE WHEN with_page OR with_network THEN network ELSE '0.0.0.0/0' END,
      CASE WHEN with_page THEN page_id ELSE 0 END, sum(visits), min(first_seen), max(last_seen)
    FROM placed
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (website_id, bucket, bot_id, network, page_id) DO UPDATE SET
      visits = s.visits + excluded.visits,
      first_seen = least(s.first_seen, excluded.first_seen),
      last_seen = greatest(s.last_seen, excluded.last_seen)
  $spoofed$, relation) USING websites, days, bots, addresses, pages_given, numbers, first_times, last_times;
END
$function$;

CREATE FUNCTION count_spoofed_of_hour(website integer, hour timestamptz)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  known CONSTANT bigint := (
    SELECT count(*) FROM (
      SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = day_of(hour) LIMIT 4000
    ) k
  );
BEGIN
  INSERT INTO spoofed_daily AS s (website_id, bucket, bot_id, network, page_id, visits, first_seen, last_seen)
  WITH spoofed AS MATERIALIZED (
    SELECT website_id, day_of(time) AS bucket, bot_id, network_of(ip) AS network, coalesce(page_id, 0) AS page_id,
      count(*) AS visits, min(time) AS first_seen, max(time) AS last_seen
    FROM visits v
    WHERE v.website_id = website AND time >= hour AND time < hour + INTERVAL '1 hour' AND verification = 2
    GROUP BY 1, 2, 3, 4, 5
  ), placed AS MATERIALIZED (
    SELECT n.*, known < 2000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network AND k.page_id = n.page_id
      ) AS with_page, known < 4000 OR EXISTS (
        SELECT FROM spoofed_daily k WHERE k.website_id = website AND k.bucket = n.bucket
          AND k.bot_id = n.bot_id AND k.network = n.network
      ) AS with_network
    FROM spoofed n
  )
  SELECT website_id, bucket, bot_id, CASE WHEN with_page OR with_network THEN network ELSE '0.0.0.0/0' END,
    CASE WHEN with_page THEN page_id ELSE 0 END, sum(visits), min(first_seen), max(last_seen)
  FROM placed
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, network, page_id) DO UPDATE SET
    visits = s.visits + excluded.visits,
    first_seen = least(s.first_seen, excluded.first_seen),
    last_seen = greatest(s.last_seen, excluded.last_seen);
END
$function$;


-- =================================================================================================
-- What reports read. Continuous aggregates (schema in_time) count the visits that came before their
-- bucket was materialised. Writers count the late ones in tables, and views read both as one. An
-- aggregate computes whole buckets, so visits that are scattered over past days would be expensive
-- for it.
--
-- Each aggregate is made from the one below it, so that little is computed. They are real-time:
-- whatever is newer than the watermark is read from the level below.
--
-- No visit before the first epoch is in time. This bound is written into the aggregates as a
-- literal. Until something is materialised they read every visit in time, and with the literal the
-- planner leaves out the chunks before it. Minutes, and the pages of hours, are only steps on the
-- way to hours and days.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.
-- =================================================================================================

CREATE SCHEMA in_time;

CREATE MATERIALIZED VIEW in_time.traffic_minutes
WITH (timescaledb.continuous, timescaledb.materialized_only = false, timescaledb.chunk_interval = '1 day') AS
 SELECT website_id,
    time_bucket('00:01:00'::interval, "time") AS bucket,
    bot_id,
    count(*) AS visits,
    count(*) FILTER (WHERE (status_code >= 400)) AS error_visits,
    NULLIF(count(*) FILTER (WHERE (verification = 1)), 0) AS verified_visits,
    NULLIF(count(*) FILTER (WHERE (verification = 2)), 0) AS spoofed_visits,
    NULLIF(count(*) FILTER (WHERE (verification = 3)), 0) AS unverifiable_visits,
    min("time") AS first_seen,
    max("time") AS last_seen
   FROM visits
  WHERE ((NOT late) AND ("time" >= (start of the first epoch)))
  GROUP BY website_id, (time_bucket('00:01:00'::interval, "time")), bot_id;
CREATE INDEX traffic_minutes_website_id_bucket ON in_time.traffic_minutes (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.traffic_hourly
WITH (timescaledb.continuous, timescaledb.materialized_only = false, timescaledb.chunk_interval = '70 days') AS
 SELECT website_id,
    time_bucket('01:00:00'::interval, bucket) AS bucket,
    bot_id,
    (sum(visits))::bigint AS visits,
    (sum(error_visits))::bigint AS error_visits,
    (sum(verified_visits))::bigint AS verified_visits,
    (sum(spoofed_visits))::bigint AS spoofed_visits,
    (sum(unverifiable_visits))::bigint AS unverifiable_visits,
    min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
   FROM in_time.traffic_minutes
  GROUP BY website_id, (time_bucket('01:00:00'::interval, bucket)), bot_id;
CREATE INDEX traffic_hourly_website_id_bucket ON in_time.traffic_hourly (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.traffic_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false, timescaledb.chunk_interval = '350 days') AS
 SELECT website_id,
    time_bucket('1 day'::interval, bucket) AS bucket,
    bot_id,
    (sum(visits))::bigint AS visits,
    (sum(error_visits))::bigint AS error_visits,
    (sum(verified_visits))::bigint AS verified_visits,
    (sum(spoofed_visits))::bigint AS spoofed_visits,
    (sum(unverifiable_visits))::bigint AS unverifiable_visits,
    min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
   FROM in_time.traffic_hourly
  GROUP BY website_id, (time_bucket('1 day'::interval, bucket)), bot_id;
CREATE INDEX traffic_daily_website_id_bucket ON in_time.traffic_daily (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.traffic_weekly
WITH (timescaledb.continuous, timescaledb.materialized_only = false, timescaledb.chunk_interval = '1400 days') AS
 SELECT website_id,
    time_bucket('7 days'::interval, bucket) AS bucket,
    bot_id,
    (sum(visits))::bigint AS visits,
    (sum(error_visits))::bigint AS error_visits,
    (sum(verified_visits))::bigint AS verified_visits,
    (sum(spoofed_visits))::bigint AS spoofed_visits,
    (sum(unverifiable_visits))::bigint AS unverifiable_visits,
    min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
   FROM in_time.traffic_daily
  GROUP BY website_id, (time_bucket('7 days'::interval, bucket)), bot_id;
CREATE INDEX traffic_weekly_website_id_bucket ON in_time.traffic_weekly (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.traffic_monthly
WITH (timescaledb.continuous, timescaledb.materialized_only = false, timescaledb.chunk_interval = '1400 days') AS
 SELECT website_id,
    time_bucket('1 mon'::interval, bucket) AS bucket,
    bot_id,
    (sum(visits))::bigint AS visits,
    (sum(error_visits))::bigint AS error_visits,
    (sum(verified_visits))::bigint AS verified_visits,
    (sum(spoofed_visits))::bigint AS spoofed_visits,
    (sum(unverifiable_visits))::bigint AS unverifiable_visits,
    min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
   FROM in_time.traffic_daily
  GROUP BY website_id, (time_bucket('1 mon'::interval, bucket)), bot_id;
CREATE INDEX traffic_monthly_website_id_bucket ON in_time.traffic_monthly (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.pages_minutes
WITH (timescaledb.continuous, timescaledb.materialized_only = false, timescaledb.chunk_interval = '1 day') AS
 SELECT website_id,
    time_bucket('00:01:00'::interval, "time") AS bucket,
    bot_id,
    page_id,
    count(*) AS visits,
    count(*) FILTER (WHERE (status_code >= 400)) AS error_visits,
    NULLIF(count(*) FILTER (WHERE (verification = 1)), 0) AS verified_visits,
    NULLIF(count(*) FILTER (WHERE (verification = 2)), 0) AS spoofed_visits,
    NULLIF(count(*) FILTER (WHERE (verification = 3)), 0) AS unverifiable_visits
   FROM visits
  WHERE ((NOT late) AND ("time" >= (start of the first epoch)) AND (page_id IS NOT NULL))
  GROUP BY website_id, (time_bucket('00:01:00'::interval, "time")), bot_id, page_id;
CREATE INDEX pages_minutes_website_id_bucket ON in_time.pages_minutes (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.pages_hourly
WITH (timescaledb.continuous, timescaledb.materialized_only = false, timescaledb.chunk_interval = '1 day') AS
 SELECT website_id,
    time_bucket('01:00:00'::interval, bucket) AS bucket,
    bot_id,
    page_id,
    (sum(visits))::bigint AS visits,
    (sum(error_visits))::bigint AS error_visits,
    (sum(verified_visits))::bigint AS verified_visits,
    (sum(spoofed_visits))::bigint AS spoofed_visits,
    (sum(unverifiable_visits))::bigint AS unverifiable_visits
   FROM in_time.pages_minutes
  GROUP BY website_id, (time_bucket('01:00:00'::interval, bucket)), bot_id, page_id;
CREATE INDEX pages_hourly_website_id_bucket ON in_time.pages_hourly (website_id, bucket);

CREATE MATERIALIZED VIEW in_time.pages_daily
WITH (timescaledb.continuous, timescaledb.materialized_only = false, timescaledb.chunk_interval = '70 days') AS
 SELECT website_id,
    time_bucket('1 day'::interval, bucket) AS bucket,
    bot_id,
    page_id,
    (sum(visits))::bigint AS visits,
    (sum(error_visits))::bigint AS error_visits,
    (sum(verified_visits))::bigint AS verified_visits,
    (sum(spoofed_visits))::bigint AS spoofed_visits,
    (sum(unverifiable_visits))::bigint AS unverifiable_visits
   FROM in_time.pages_hourly
  GROUP BY website_id, (time_bucket('1 day'::interval, bucket)), bot_id, page_id;
CREATE INDEX pages_daily_website_id_bucket ON in_time.pages_daily (website_id, bucket, bot_id);

CREATE VIEW traffic_hourly AS
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen
   FROM in_time.traffic_hourly
UNION ALL
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen
   FROM late_traffic_hourly
UNION ALL
 SELECT n.website_id,
    n.bucket,
    u.bot_id,
    u.visits,
    u.error_visits,
    u.verified_visits,
    u.spoofed_visits,
    u.unverifiable_visits,
    u.first_seen::timestamptz(3) AS first_seen,
    u.last_seen::timestamptz(3) AS last_seen
   FROM unmerged_traffic n,
    LATERAL UNNEST(n.bot_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits, n.first_seen, n.last_seen) u(bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen);

CREATE VIEW traffic_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen
   FROM in_time.traffic_daily
UNION ALL
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen
   FROM late_traffic_daily
UNION ALL
 SELECT n.website_id,
    day_of(n.bucket) AS bucket,
    u.bot_id,
    u.visits,
    u.error_visits,
    u.verified_visits,
    u.spoofed_visits,
    u.unverifiable_visits,
    u.first_seen::timestamptz(3) AS first_seen,
    u.last_seen::timestamptz(3) AS last_seen
   FROM unmerged_traffic n,
    LATERAL UNNEST(n.bot_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits, n.first_seen, n.last_seen) u(bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen);

CREATE VIEW traffic_weekly AS
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen,
    bucket AS day
   FROM in_time.traffic_weekly
UNION ALL
 SELECT website_id,
    date_trunc('week'::text, bucket, 'UTC'::text) AS bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen::timestamptz AS first_seen,
    last_seen::timestamptz AS last_seen,
    bucket AS day
   FROM late_traffic_daily
UNION ALL
 SELECT n.website_id,
    date_trunc('week'::text, n.bucket, 'UTC'::text) AS bucket,
    n.bot_id,
    n.visits,
    n.error_visits,
    n.verified_visits,
    n.spoofed_visits,
    n.unverifiable_visits,
    n.first_seen::timestamptz AS first_seen,
    n.last_seen::timestamptz AS last_seen,
    n.bucket AS day
   FROM ( SELECT n_1.website_id,
            day_of(n_1.bucket) AS bucket,
            u.bot_id,
            u.visits,
            u.error_visits,
            u.verified_visits,
            u.spoofed_visits,
            u.unverifiable_visits,
            u.first_seen::timestamptz(3) AS first_seen,
            u.last_seen::timestamptz(3) AS last_seen
           FROM unmerged_traffic n_1,
            LATERAL UNNEST(n_1.bot_id, n_1.visits, n_1.error_visits, n_1.verified_visits, n_1.spoofed_visits, n_1.unverifiable_visits, n_1.first_seen, n_1.last_seen) u(bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)) n;

CREATE VIEW traffic_monthly AS
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen,
    bucket AS day
   FROM in_time.traffic_monthly
UNION ALL
 SELECT website_id,
    date_trunc('month'::text, bucket, 'UTC'::text) AS bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen::timestamptz AS first_seen,
    last_seen::timestamptz AS last_seen,
    bucket AS day
   FROM late_traffic_daily
UNION ALL
 SELECT n.website_id,
    date_trunc('month'::text, n.bucket, 'UTC'::text) AS bucket,
    n.bot_id,
    n.visits,
    n.error_visits,
    n.verified_visits,
    n.spoofed_visits,
    n.unverifiable_visits,
    n.first_seen::timestamptz AS first_seen,
    n.last_seen::timestamptz AS last_seen,
    n.bucket AS day
   FROM ( SELECT n_1.website_id,
            day_of(n_1.bucket) AS bucket,
            u.bot_id,
            u.visits,
            u.error_visits,
            u.verified_visits,
            u.spoofed_visits,
            u.unverifiable_visits,
            u.first_seen::timestamptz(3) AS first_seen,
            u.last_seen::timestamptz(3) AS last_seen
           FROM unmerged_traffic n_1,
            LATERAL UNNEST(n_1.bot_id, n_1.visits, n_1.error_visits, n_1.verified_visits, n_1.spoofed_visits, n_1.unverifiable_visits, n_1.first_seen, n_1.last_seen) u(bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen, last_seen)) n;

CREATE VIEW pages_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    page_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits
   FROM in_time.pages_daily
UNION ALL
 SELECT website_id,
    bucket,
    bot_id,
    page_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits
   FROM late_pages_daily
UNION ALL
 SELECT n.website_id,
    n.bucket,
    u.bot_id,
    u.page_id,
    u.visits,
    u.error_visits,
    u.verified_visits,
    u.spoofed_visits,
    u.unverifiable_visits
   FROM unmerged_pages n,
    LATERAL UNNEST(n.bot_id, n.page_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits) u(bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits);

CREATE VIEW pages_recent AS
 SELECT website_id,
    bucket,
    bot_id,
    page_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits
   FROM in_time.pages_hourly
UNION ALL
 SELECT website_id,
    bucket,
    bot_id,
    page_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits
   FROM late_pages_daily
UNION ALL
 SELECT n.website_id,
    n.bucket,
    u.bot_id,
    u.page_id,
    u.visits,
    u.error_visits,
    u.verified_visits,
    u.spoofed_visits,
    u.unverifiable_visits
   FROM unmerged_pages n,
    LATERAL UNNEST(n.bot_id, n.page_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits) u(bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits);


-- =================================================================================================
-- What the reports of pages and bots need of past days, weeks and months, in few rows. It is made
-- from pages_daily in the background once a bucket is over, and again when late visits change the
-- bucket. A digest notes how many visits it was made from. Counts only grow, so it is right as long
-- as traffic_daily gives the same number. The reader checks that.
--
-- An array of counts has one place per page, in the order of page_ids. An array by verdict
-- (verified, spoofed, unverifiable) is null when the whole bucket has none.
-- =================================================================================================

CREATE TABLE page_digests (
  website_id integer NOT NULL,
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  visits bigint NOT NULL,
  page_ids bigint[] NOT NULL,
  bot_visits bigint[] NOT NULL,
  human_visits bigint[] NOT NULL,
  ai_bot_visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[],
  registry_version integer NOT NULL,
  error_visits bigint[],
  human_error_visits bigint[],
  ai_error_visits bigint[],
  people_visits bigint[],
  undecided_visits bigint[],
  automation_visits bigint[],
  judged bigint NOT NULL DEFAULT 0,
  packed_hash uuid,
  packed_from bigint[],
  packed_pages bytea,
  packed_sets bytea,
  packed_hours bytea,
  packed_landings bytea,
  landing_sources text[],
  CONSTRAINT page_digests_pkey PRIMARY KEY (website_id, grain, bucket)
);

CREATE TABLE page_positions (
  page_id bigint NOT NULL,
  website_id integer NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT page_positions_pkey PRIMARY KEY (website_id, page_id),
  CONSTRAINT page_positions_website_id_position_key UNIQUE (website_id, "position")
);

CREATE TABLE bot_page_sets (
  website_id integer NOT NULL,
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  part integer NOT NULL,
  pages bit(8192) STORAGE MAIN NOT NULL,
  page_ids bigint[] NOT NULL,
  visits bigint[] NOT NULL,
  error_visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[],
  unread_pages bit(8192) STORAGE MAIN,
  error_pages bit(8192) STORAGE MAIN,
  CONSTRAINT bot_page_sets_pkey PRIMARY KEY (website_id, grain, bucket, bot_id, part)
) WITH (toast_tuple_target=128);

CREATE FUNCTION page_bit(place integer)
 RETURNS bit
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT set_bit(0::bit(8192), place % 8192, 1) $function$;


-- =================================================================================================
-- Makes what was counted after the commit again, for a website and a UTC day. A refresh cannot do
-- it: it computes a bucket for all websites, from steps that are dropped after two days. Here the
-- steps of the day come back first, each aggregate is made from the one below it by its own
-- definition, and the upkeep drops the old steps again. What is not materialised yet is left to the
-- refresh.
-- =================================================================================================

CREATE FUNCTION rebuild_aggregates(website integer, day timestamptz)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  aggregate record;
BEGIN
  -- If this change were tracked, the next refresh would compute the buckets of all websites again.
  PERFORM set_config('timescaledb.skip_cagg_invalidation', 'on', true);
  FOR aggregate IN
    SELECT format('%I.%I', h.schema_name, h.table_name) AS relation,
      format('%I.%I', c.direct_view_schema, c.direct_view_name) AS definition,
      (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = format('%I.%I', c.direct_view_schema, c.direct_view_name)::regclass AND attnum > 0) AS columns,
      time_bucket(width, day) AS first,
      least(time_bucket(width, day + INTERVAL '1439 minutes') + width, materialised) AS after
    FROM _timescaledb_catalog.continuous_agg c
      JOIN _timescaledb_catalog.hypertable h ON h.id = c.mat_hypertable_id
      JOIN _timescaledb_catalog.continuous_aggs_bucket_function f USING (mat_hypertable_id),
      CAST(f.bucket_width AS interval) AS width,
      _timescaledb_functions.cagg_watermark(c.mat_hypertable_id) AS watermark,
      _timescaledb_functions.to_timestamp(watermark) AS materialised
    WHERE c.user_view_schema = 'in_time'
    ORDER BY width
  LOOP
    EXECUTE format('DELETE FROM %s WHERE website_id = $1 AND bucket >= $2 AND bucket < $3', aggregate.relation)
    USING website, aggregate.first, aggregate.after;
    EXECUTE format('INSERT INTO %s (%s) SELECT %2$s FROM %s WHERE website_id = $1 AND bucket >= $2 AND bucket < $3',
      aggregate.relation, aggregate.columns, aggregate.definition)
    USING website, aggregate.first, aggregate.after;
  END LOOP;
END
$function$;


-- =================================================================================================
-- What verifying bots by their addresses needs: the lists of their operators, and the keys of what
-- is cut off visitors' addresses.
-- =================================================================================================

CREATE TABLE address_lists (
  id text NOT NULL,
  prefixes text[],
  fetched_at timestamptz(3),
  etags jsonb NOT NULL DEFAULT '{}'::jsonb,
  failed_at timestamptz(3),
  failure text,
  due_at timestamptz(3) NOT NULL,
  CONSTRAINT address_lists_pkey PRIMARY KEY (id),
  CONSTRAINT address_lists_check CHECK ((prefixes IS NULL) = (fetched_at IS NULL)),
  CONSTRAINT address_lists_check1 CHECK ((failure IS NULL) = (failed_at IS NULL))
);

CREATE UNLOGGED TABLE address_keys (
  id bytea NOT NULL DEFAULT substr(uuid_send(gen_random_uuid()), 9),
  key bytea NOT NULL DEFAULT sha256(((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) || uuid_send(gen_random_uuid()))),
  made_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT address_keys_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_threshold=0, autovacuum_vacuum_scale_factor=0);


-- =================================================================================================
-- Whether logs arrive on the feeds of a website, and what becomes of their records. API processes
-- count in memory and add what they counted here every few seconds, so nothing is written for each
-- record. A feed is named by the last part of its address; `custom` is one too.
-- =================================================================================================

CREATE TABLE website_feeds (
  website_id integer NOT NULL,
  feed text NOT NULL,
  first_delivery timestamptz(3),
  last_delivery timestamptz(3),
  CONSTRAINT website_feeds_pkey PRIMARY KEY (website_id, feed)
);

CREATE TABLE feed_counts (
  website_id integer NOT NULL,
  feed text NOT NULL,
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  deliveries bigint NOT NULL,
  entries bigint NOT NULL,
  lag_ms bigint NOT NULL,
  largest_lag_ms bigint NOT NULL,
  without_address bigint NOT NULL DEFAULT 0,
  without_host bigint NOT NULL DEFAULT 0,
  without_country bigint NOT NULL DEFAULT 0,
  without_fetch_headers bigint NOT NULL DEFAULT 0,
  without_referer bigint NOT NULL DEFAULT 0,
  static_files bigint NOT NULL DEFAULT 0,
  CONSTRAINT feed_counts_pkey PRIMARY KEY (website_id, feed, grain, bucket)
);
CREATE INDEX feed_counts_bucket ON feed_counts (bucket);

CREATE TABLE feed_reasons (
  website_id integer NOT NULL,
  feed text NOT NULL,
  grain text NOT NULL,
  bucket timestamptz NOT NULL,
  result text NOT NULL,
  reason text NOT NULL,
  number bigint NOT NULL,
  CONSTRAINT feed_reasons_pkey PRIMARY KEY (website_id, feed, grain, bucket, result, reason),
  CONSTRAINT feed_reasons_result_check CHECK (result = ANY (ARRAY['skipped'::text, 'rejected'::text, 'refused'::text]))
);
CREATE INDEX feed_reasons_bucket ON feed_reasons (bucket);

CREATE TABLE feed_samples (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  website_id integer NOT NULL,
  feed text NOT NULL,
  noted_at timestamptz(3) NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  outline text,
  CONSTRAINT feed_samples_pkey PRIMARY KEY (id)
);
CREATE INDEX feed_samples_noted_at ON feed_samples (noted_at);
CREATE INDEX feed_samples_website_id_feed ON feed_samples (website_id, feed, id);


-- =================================================================================================
-- What a website tells bots by its robots.txt, day by day, and which pages its sitemaps list.
-- =================================================================================================

CREATE TABLE robots_texts (
  website_id integer NOT NULL,
  valid_from date NOT NULL,
  content text NOT NULL,
  source text NOT NULL,
  noted_at timestamptz(3) NOT NULL,
  CONSTRAINT robots_texts_pkey PRIMARY KEY (website_id, valid_from),
  CONSTRAINT robots_texts_source_check CHECK (source = ANY (ARRAY['given'::text, 'fetched'::text]))
);

CREATE TABLE sitemaps (
  website_id integer NOT NULL,
  paths text[] NOT NULL,
  page_ids bigint[] NOT NULL,
  positions integer[] NOT NULL,
  source text NOT NULL,
  noted_at timestamptz(3) NOT NULL,
  files integer NOT NULL,
  addresses integer NOT NULL,
  left_out jsonb NOT NULL,
  CONSTRAINT sitemaps_pkey PRIMARY KEY (website_id),
  CONSTRAINT sitemaps_source_check CHECK (source = ANY (ARRAY['given'::text, 'fetched'::text]))
);


-- =================================================================================================
-- What is fetched from websites, in turns by account, within a time a day.
-- =================================================================================================

CREATE TABLE website_fetches (
  website_id integer NOT NULL,
  kind text NOT NULL,
  url text,
  due_at timestamptz(3) NOT NULL,
  tried_at timestamptz(3),
  outcome text,
  status smallint,
  succeeded_at timestamptz(3),
  begun_at timestamptz(3),
  unfinished smallint NOT NULL DEFAULT 0,
  CONSTRAINT website_fetches_pkey PRIMARY KEY (website_id, kind),
  CONSTRAINT website_fetches_website_id_fkey FOREIGN KEY (website_id) REFERENCES websites(id) ON DELETE CASCADE,
  CONSTRAINT website_fetches_check CHECK ((tried_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT website_fetches_kind_check CHECK (kind = ANY (ARRAY['robots'::text, 'sitemap'::text]))
);
CREATE INDEX website_fetches_due_at ON website_fetches (due_at);

CREATE TABLE fetches_under_way (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  begun_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  reserved_ms integer NOT NULL,
  CONSTRAINT fetches_under_way_pkey PRIMARY KEY (id),
  CONSTRAINT fetches_under_way_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX fetches_under_way_account_id ON fetches_under_way (account_id);

CREATE TABLE fetch_times (
  account_id integer NOT NULL,
  day date NOT NULL,
  used_ms bigint NOT NULL,
  CONSTRAINT fetch_times_pkey PRIMARY KEY (account_id),
  CONSTRAINT fetch_times_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);


-- =================================================================================================
-- Alerts: what an account asks to be told about a website. Events: what began, with the figures
-- that led to it. One elected worker looks every minute whether an alert has something to tell.
-- =================================================================================================

CREATE TABLE alerts (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  website_id integer NOT NULL,
  kind text NOT NULL,
  conditions jsonb NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT alerts_pkey PRIMARY KEY (id),
  CONSTRAINT alerts_public_id_key UNIQUE (public_id),
  CONSTRAINT alerts_website_id_fkey FOREIGN KEY (website_id) REFERENCES websites(id) ON DELETE CASCADE
);
CREATE INDEX alerts_website_id ON alerts (website_id);

CREATE TABLE alert_states (
  alert_id integer NOT NULL,
  website_id integer NOT NULL,
  cause text NOT NULL,
  since timestamptz(3) NOT NULL,
  figures jsonb NOT NULL,
  CONSTRAINT alert_states_pkey PRIMARY KEY (alert_id, cause),
  CONSTRAINT alert_states_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE
);
CREATE INDEX alert_states_website_id ON alert_states (website_id);

CREATE TABLE events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  account_id integer NOT NULL,
  website_id integer,
  alert_id integer,
  kind text NOT NULL,
  subject text,
  cause text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  gone_since timestamptz(3),
  closed_at timestamptz(3),
  figures jsonb NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_public_id_key UNIQUE (public_id),
  CONSTRAINT events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT events_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE SET NULL
);
CREATE INDEX events_account_id ON events (account_id, id);
CREATE UNIQUE INDEX events_open ON events (alert_id, cause) WHERE (closed_at IS NULL);
CREATE INDEX events_opened_at ON events (opened_at);
CREATE INDEX events_website_id ON events (website_id, id);

CREATE FUNCTION count_alerts(website integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM websites WHERE id = website AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT count(*) FROM alerts WHERE website_id = website);
END
$function$;


-- =================================================================================================
-- Webhooks: addresses that are told of the events of an account, and the deliveries of each event
-- to them.
-- =================================================================================================

CREATE TABLE webhooks (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  account_id integer NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  kinds text[],
  secret bytea NOT NULL,
  old_secret bytea,
  old_secret_ends_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  delivered_at timestamptz(3),
  disabled_at timestamptz(3),
  disabled_because text,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_public_id_key UNIQUE (public_id),
  CONSTRAINT webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_check CHECK ((old_secret IS NULL) = (old_secret_ends_at IS NULL)),
  CONSTRAINT webhooks_check1 CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
  CONSTRAINT webhooks_disabled_because_check CHECK (disabled_because = ANY (ARRAY['asked'::text, 'gone'::text, 'failing'::text]))
);
CREATE INDEX webhooks_account_id ON webhooks (account_id);

CREATE TABLE webhook_deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL DEFAULT ('dl_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)),
  webhook_id integer NOT NULL,
  event_id bigint,
  type text NOT NULL,
  seen_at timestamptz(3),
  closed_at timestamptz(3),
  figures jsonb,
  state text NOT NULL DEFAULT 'waiting'::text,
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  attempted_at timestamptz(3),
  status smallint,
  fault text,
  duration_ms integer,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_public_id_key UNIQUE (public_id),
  CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_check CHECK ((type = 'test'::text) = (event_id IS NULL)),
  CONSTRAINT webhook_deliveries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'dropped'::text])),
  CONSTRAINT webhook_deliveries_type_check CHECK (type = ANY (ARRAY['event.opened'::text, 'event.closed'::text, 'test'::text]))
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_event_id ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_made_at ON webhook_deliveries (made_at);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_webhook_id ON webhook_deliveries (webhook_id, id);

CREATE FUNCTION count_webhooks(account integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM accounts WHERE id = account FOR NO KEY UPDATE;
  RETURN (SELECT count(*) FROM webhooks WHERE account_id = account);
END
$function$;

CREATE FUNCTION tell_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event_id, type, seen_at, closed_at, figures, state)
  SELECT w.id, NEW.id, CASE TG_OP WHEN 'INSERT' THEN 'event.opened' ELSE 'event.closed' END,
    NEW.seen_at, NEW.closed_at, NEW.figures, CASE WHEN (
      SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting'
    ) < 1000 THEN 'waiting' ELSE 'dropped' END
  FROM webhooks w
  WHERE w.account_id = NEW.account_id AND w.disabled_at IS NULL AND coalesce(NEW.kind = ANY (w.kinds), true)
  ORDER BY w.id;
  RETURN NULL;
END
$function$;

CREATE TRIGGER tell_of_opened AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION tell_webhooks();

CREATE TRIGGER tell_of_closed AFTER UPDATE OF closed_at ON events FOR EACH ROW WHEN (old.closed_at IS NULL AND new.closed_at IS NOT NULL) EXECUTE FUNCTION tell_webhooks();


-- =================================================================================================
-- Erases the remaining rows of deleted websites, in slices.
-- =================================================================================================

CREATE FUNCTION website_tables()
 RETURNS TABLE(relation regclass, slicing text)
 LANGUAGE sql
 STABLE
AS $function$
  WITH hypertable AS (
    SELECT format('%I.%I', hypertable_schema, hypertable_name)::regclass AS listed,
      hypertable_schema AS schema, hypertable_name AS name, false AS aggregate
    FROM timescaledb_information.hypertables
    UNION ALL
    SELECT format('%I.%I', view_schema, view_name)::regclass,
      materialization_hypertable_schema, materialization_hypertable_name, true
    FROM timescaledb_information.continuous_aggregates
  )
  SELECT CASE WHEN h.listed IS NULL THEN r.relation::regclass ELSE format('%I.%I', c.chunk_schema, c.chunk_name)::regclass END,
    CASE WHEN h.aggregate IS NOT FALSE THEN 'rows' WHEN c.is_compressed THEN 'whole' ELSE 'blocks' END
  FROM website_relations r
    LEFT JOIN hypertable h ON h.listed = r.relation::regclass
    LEFT JOIN timescaledb_information.chunks c ON c.hypertable_schema = h.schema AND c.hypertable_name = h.name
  WHERE h.listed IS NULL OR c.chunk_name IS NOT NULL
  ORDER BY r.level, r.relation, c.range_start
$function$;

CREATE FUNCTION erase_slice(relation regclass, slicing text, website integer, slice bigint)
 RETURNS TABLE(erased bigint, more boolean)
 LANGUAGE plpgsql
AS $function$
DECLARE
  blocks CONSTANT bigint := 4096;
BEGIN
  -- If this change were tracked, the next refresh would compute the buckets of all websites again,
  -- from steps that are already dropped.
  PERFORM set_config('timescaledb.skip_cagg_invalidation', 'on', true);
  CASE slicing
    WHEN 'rows' THEN
      EXECUTE format(
        'DELETE FROM %s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE website_id = $1 LIMIT 5000))', relation
      ) USING website;
    WHEN 'blocks' THEN
      EXECUTE format('DELETE FROM %s WHERE website_id = $1 AND ctid >= $2 AND ctid < $3', relation)
      USING website, format('(%s,0)', slice * blocks)::tid, format('(%s,0)', (slice + 1) * blocks)::tid;
    WHEN 'whole' THEN
      EXECUTE format('DELETE FROM %s WHERE website_id = $1', relation) USING website;
  END CASE;
  GET DIAGNOSTICS erased = ROW_COUNT;
  more := CASE slicing
    WHEN 'rows' THEN erased > 0
    WHEN 'blocks' THEN (slice + 1) * blocks < pg_relation_size(relation) / current_setting('block_size')::bigint
    ELSE false
  END;
  RETURN NEXT;
END
$function$;


-- =================================================================================================
-- The hosts that visits of a website came for. Whoever sends visits may choose them, so how many
-- new ones a website gets from the visits of a day is bounded.
-- =================================================================================================

CREATE TABLE hosts (
  website_id integer NOT NULL,
  id integer NOT NULL,
  host text NOT NULL,
  CONSTRAINT hosts_pkey PRIMARY KEY (website_id, id),
  CONSTRAINT hosts_website_id_host_key UNIQUE (website_id, host)
);

CREATE TABLE hosts_known (
  since timestamptz NOT NULL
);


-- =================================================================================================
-- More counts of visits (add_counts.sql), by website and UTC bucket.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.
-- =================================================================================================

CREATE TABLE hosts_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  host_id integer NOT NULL,
  visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  CONSTRAINT hosts_hourly_pkey PRIMARY KEY (website_id, bucket, bot_id, status_code, host_id)
) WITH (fillfactor=70);

CREATE TABLE hosts_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  host_id integer NOT NULL,
  visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  CONSTRAINT hosts_daily_pkey PRIMARY KEY (website_id, bucket, bot_id, status_code, host_id)
) WITH (fillfactor=70);

CREATE TABLE host_keys_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  host_id integer NOT NULL,
  key_id integer NOT NULL,
  visits bigint NOT NULL,
  CONSTRAINT host_keys_daily_pkey PRIMARY KEY (website_id, bucket, host_id, key_id)
) WITH (fillfactor=70);

CREATE TABLE countries_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  country text NOT NULL,
  visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  CONSTRAINT countries_hourly_pkey PRIMARY KEY (website_id, bucket, bot_id, status_code, country)
) WITH (fillfactor=70);

CREATE TABLE countries_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  status_code smallint NOT NULL,
  country text NOT NULL,
  visits bigint NOT NULL,
  verified_visits bigint,
  spoofed_visits bigint,
  unverifiable_visits bigint,
  CONSTRAINT countries_daily_pkey PRIMARY KEY (website_id, bucket, bot_id, status_code, country)
) WITH (fillfactor=70);


-- =================================================================================================
-- Writers only append what they count by host and by country: a row for each website and hour of a
-- transaction, with an array for each column (add_counts.sql). A task merges the rows into the
-- tables every few seconds. Reports read views of both, so they always have all of it.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.
-- =================================================================================================

CREATE TABLE unmerged_hosts (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  host_id integer[] NOT NULL,
  visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[]
);
CREATE INDEX unmerged_hosts_website_id ON unmerged_hosts (website_id);

CREATE TABLE unmerged_countries (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  country text[] NOT NULL,
  visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[]
);
CREATE INDEX unmerged_countries_website_id ON unmerged_countries (website_id);

CREATE VIEW current_statuses_hourly AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    visits
   FROM statuses_hourly
UNION ALL
 SELECT n.website_id,
    n.bucket,
    u.bot_id,
    u.status_code,
    u.visits
   FROM unmerged_hosts n,
    LATERAL UNNEST(n.bot_id, n.status_code, n.visits) u(bot_id, status_code, visits);

CREATE VIEW current_statuses_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    visits
   FROM statuses_daily
UNION ALL
 SELECT n.website_id,
    day_of(n.bucket) AS bucket,
    u.bot_id,
    u.status_code,
    u.visits
   FROM unmerged_hosts n,
    LATERAL UNNEST(n.bot_id, n.status_code, n.visits) u(bot_id, status_code, visits);

CREATE VIEW current_hosts_hourly AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    host_id,
    visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits
   FROM hosts_hourly
UNION ALL
 SELECT n.website_id,
    n.bucket,
    u.bot_id,
    u.status_code,
    u.host_id,
    u.visits,
    u.verified_visits,
    u.spoofed_visits,
    u.unverifiable_visits
   FROM unmerged_hosts n,
    LATERAL UNNEST(n.bot_id, n.status_code, n.host_id, n.visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits) u(bot_id, status_code, host_id, visits, verified_visits, spoofed_visits, unverifiable_visits);

CREATE VIEW current_hosts_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    host_id,
    visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits
   FROM hosts_daily
UNION ALL
 SELECT n.website_id,
    day_of(n.bucket) AS bucket,
    u.bot_id,
    u.status_code,
    u.host_id,
    u.visits,
    u.verified_visits,
    u.spoofed_visits,
    u.unverifiable_visits
   FROM unmerged_hosts n,
    LATERAL UNNEST(n.bot_id, n.status_code, n.host_id, n.visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits) u(bot_id, status_code, host_id, visits, verified_visits, spoofed_visits, unverifiable_visits);

CREATE VIEW current_countries_hourly AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    country,
    visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits
   FROM countries_hourly
UNION ALL
 SELECT n.website_id,
    n.bucket,
    u.bot_id,
    u.status_code,
    u.country,
    u.visits,
    u.verified_visits,
    u.spoofed_visits,
    u.unverifiable_visits
   FROM unmerged_countries n,
    LATERAL UNNEST(n.bot_id, n.status_code, n.country, n.visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits) u(bot_id, status_code, country, visits, verified_visits, spoofed_visits, unverifiable_visits);

CREATE VIEW current_countries_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    country,
    visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits
   FROM countries_daily
UNION ALL
 SELECT n.website_id,
    day_of(n.bucket) AS bucket,
    u.bot_id,
    u.status_code,
    u.country,
    u.visits,
    u.verified_visits,
    u.spoofed_visits,
    u.unverifiable_visits
   FROM unmerged_countries n,
    LATERAL UNNEST(n.bot_id, n.status_code, n.country, n.visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits) u(bot_id, status_code, country, visits, verified_visits, spoofed_visits, unverifiable_visits);


-- =================================================================================================
-- People: what visitors did within a UTC day, kept for at most 48 hours, and the verdicts that
-- follow. docs/people.md says what of it is personal data, decision 0050 why it is as it is.
--
-- What is kept about visitors is in slots: everything whose key was made on one UTC day is
-- forgotten at once, 48 hours after the day began. The slot is the number of that day since 1970
-- modulo 4. So there are never more than three in use, and the next one is always empty.
-- =================================================================================================

CREATE TABLE visitor_days (
  account_id integer NOT NULL,
  day date NOT NULL,
  made_on date NOT NULL,
  made_at timestamptz NOT NULL,
  fingerprint bytea NOT NULL,
  CONSTRAINT visitor_days_pkey PRIMARY KEY (account_id, day),
  CONSTRAINT visitor_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE UNLOGGED TABLE visitor_keys (
  account_id integer NOT NULL,
  day date NOT NULL,
  key bytea NOT NULL,
  CONSTRAINT visitor_keys_pkey PRIMARY KEY (account_id, day)
) WITH (autovacuum_vacuum_threshold=0, autovacuum_vacuum_scale_factor=0);

CREATE FUNCTION utc_today()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT (now() AT TIME ZONE 'UTC')::date $function$;

CREATE FUNCTION is_open(made_on date)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT made_on > utc_today() - 2 $function$;

CREATE FUNCTION take_visitor_keys(account integer, days date[], most_new integer)
 RETURNS TABLE(day date, key bytea, made_on date)
 LANGUAGE plpgsql
AS $function$
DECLARE
  room integer;
BEGIN
  IF EXISTS (
    SELECT FROM unnest(days) AS wanted (day)
    WHERE NOT EXISTS (SELECT FROM visitor_days k WHERE k.account_id = account AND k.day = wanted.day)
  ) THEN
    room := most_new - (
      SELECT count(*) FROM visitor_days k WHERE k.account_id = account AND k.made_at > now() - INTERVAL '1 hour'
    );
    WITH drawn AS MATERIALIZED (
      -- 256 bits, made of 366 random ones. The server makes them, because it may be set to log
      -- the parameters of statements, and never logs their results.
      SELECT wanted.day, sha256(
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      ) AS key
      FROM unnest(days) AS wanted (day)
      WHERE NOT EXISTS (SELECT FROM visitor_days k WHERE k.account_id = account AND k.day = wanted.day)
      ORDER BY wanted.day DESC
      LIMIT greatest(room, 0)
    ), made AS (
      INSERT INTO visitor_days (account_id, day, made_on, made_at, fingerprint)
      SELECT account, drawn.day, utc_today(), now(), substr(sha256(drawn.key), 1, 8) FROM drawn ORDER BY drawn.day
      ON CONFLICT DO NOTHING
      RETURNING visitor_days.day
    )
    INSERT INTO visitor_keys (account_id, day, key) SELECT account, drawn.day, drawn.key FROM drawn JOIN made USING (day);
  END IF;
  RETURN QUERY SELECT k.day, k.key, d.made_on
    FROM visitor_keys k JOIN visitor_days d ON d.account_id = k.account_id AND d.day = k.day
    WHERE k.account_id = account AND k.day = ANY (days) AND is_open(d.made_on);
END
$function$;

CREATE TABLE visitor_evidence_0 (
  website_id integer NOT NULL,
  day integer NOT NULL,
  slot smallint NOT NULL,
  count integer NOT NULL,
  appended bigint NOT NULL,
  evidence bytea STORAGE EXTERNAL NOT NULL,
  visits bytea STORAGE EXTERNAL NOT NULL
) WITH (autovacuum_enabled=false);
CREATE INDEX visitor_evidence_0_website_id_day_idx ON visitor_evidence_0 (website_id, day);

CREATE TABLE visitor_evidence_1 (
  website_id integer NOT NULL,
  day integer NOT NULL,
  slot smallint NOT NULL,
  count integer NOT NULL,
  appended bigint NOT NULL,
  evidence bytea STORAGE EXTERNAL NOT NULL,
  visits bytea STORAGE EXTERNAL NOT NULL
) WITH (autovacuum_enabled=false);
CREATE INDEX visitor_evidence_1_website_id_day_idx ON visitor_evidence_1 (website_id, day);

CREATE TABLE visitor_evidence_2 (
  website_id integer NOT NULL,
  day integer NOT NULL,
  slot smallint NOT NULL,
  count integer NOT NULL,
  appended bigint NOT NULL,
  evidence bytea STORAGE EXTERNAL NOT NULL,
  visits bytea STORAGE EXTERNAL NOT NULL
) WITH (autovacuum_enabled=false);
CREATE INDEX visitor_evidence_2_website_id_day_idx ON visitor_evidence_2 (website_id, day);

CREATE TABLE visitor_evidence_3 (
  website_id integer NOT NULL,
  day integer NOT NULL,
  slot smallint NOT NULL,
  count integer NOT NULL,
  appended bigint NOT NULL,
  evidence bytea STORAGE EXTERNAL NOT NULL,
  visits bytea STORAGE EXTERNAL NOT NULL
) WITH (autovacuum_enabled=false);
CREATE INDEX visitor_evidence_3_website_id_day_idx ON visitor_evidence_3 (website_id, day);

CREATE TABLE unjudged_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  lane smallint NOT NULL,
  no_address bigint NOT NULL,
  shared_address bigint NOT NULL,
  no_key bigint NOT NULL,
  CONSTRAINT unjudged_daily_pkey PRIMARY KEY (website_id, bucket, lane)
) WITH (fillfactor=70);

CREATE TABLE people_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  first_seen timestamptz(3),
  last_seen timestamptz(3),
  people_visits bigint,
  undecided_visits bigint,
  CONSTRAINT people_hourly_pkey PRIMARY KEY (website_id, bucket, bot_id)
) WITH (fillfactor=70);

CREATE TABLE people_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer NOT NULL,
  visits bigint NOT NULL,
  error_visits bigint NOT NULL,
  first_seen timestamptz(3),
  last_seen timestamptz(3),
  people_visits bigint,
  undecided_visits bigint,
  CONSTRAINT people_daily_pkey PRIMARY KEY (website_id, bucket, bot_id)
) WITH (fillfactor=70);

CREATE TABLE judged_days (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  people bigint NOT NULL,
  undecided bigint NOT NULL,
  automation bigint NOT NULL,
  no_files bigint NOT NULL,
  loading integer NOT NULL,
  loading_http2 integer NOT NULL,
  loading_modes integer NOT NULL,
  usual_release integer,
  appended bigint NOT NULL,
  listed_hours smallint NOT NULL DEFAULT 0,
  CONSTRAINT judged_days_pkey PRIMARY KEY (website_id, bucket)
) WITH (fillfactor=70);

CREATE VIEW judged_traffic_hourly AS
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM traffic_hourly
UNION ALL
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    first_seen,
    last_seen,
    people_visits,
    undecided_visits
   FROM people_hourly
  WHERE bot_id = 0 OR visits > 0;

CREATE VIEW judged_traffic_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM traffic_daily
UNION ALL
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    first_seen,
    last_seen,
    people_visits,
    undecided_visits
   FROM people_daily
  WHERE bot_id = 0 OR visits > 0;

CREATE VIEW judged_traffic_weekly AS
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen,
    day,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM traffic_weekly
UNION ALL
 SELECT website_id,
    date_trunc('week'::text, bucket, 'UTC'::text) AS bucket,
    bot_id,
    visits,
    error_visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    first_seen,
    last_seen,
    bucket AS day,
    people_visits,
    undecided_visits
   FROM people_daily
  WHERE bot_id = 0 OR visits > 0;

CREATE VIEW judged_traffic_monthly AS
 SELECT website_id,
    bucket,
    bot_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    first_seen,
    last_seen,
    day,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM traffic_monthly
UNION ALL
 SELECT website_id,
    date_trunc('month'::text, bucket, 'UTC'::text) AS bucket,
    bot_id,
    visits,
    error_visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    first_seen,
    last_seen,
    bucket AS day,
    people_visits,
    undecided_visits
   FROM people_daily
  WHERE bot_id = 0 OR visits > 0;


-- =================================================================================================
-- The verdicts on visits of browsers by what lists of reports tell apart, as rows that reports add
-- to what writers have counted: the visits of automation go from people, which are the bot 0, to
-- the bot 6. The judge replaces all of a website and day, so that its rows are arrays in one row
-- for each bucket. Nothing in them tells visitors apart, and they stay.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.
-- =================================================================================================

CREATE TABLE people_pages_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  page_id bigint[] NOT NULL,
  visits integer[] NOT NULL,
  error_visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_pages_daily_pkey PRIMARY KEY (website_id, bucket)
);

CREATE TABLE people_hosts_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  host_id integer[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_hosts_hourly_pkey PRIMARY KEY (website_id, bucket)
);

CREATE TABLE people_hosts_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  host_id integer[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_hosts_daily_pkey PRIMARY KEY (website_id, bucket)
);

CREATE TABLE people_countries_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  country text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_countries_hourly_pkey PRIMARY KEY (website_id, bucket)
);

CREATE TABLE people_countries_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  status_code smallint[] NOT NULL,
  country text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_countries_daily_pkey PRIMARY KEY (website_id, bucket)
);

CREATE TABLE people_referrals_hourly (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_referrals_hourly_pkey PRIMARY KEY (website_id, bucket)
);

CREATE TABLE people_referrals_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_referrals_daily_pkey PRIMARY KEY (website_id, bucket)
);

CREATE TABLE people_clients_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  browser text[] NOT NULL,
  os text[] NOT NULL,
  device text[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_clients_daily_pkey PRIMARY KEY (website_id, bucket)
);

CREATE VIEW judged_pages_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    page_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM pages_daily
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.bot_id,
    u.page_id,
    u.visits::bigint AS visits,
    u.error_visits::bigint AS error_visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_pages_daily p,
    LATERAL UNNEST(p.bot_id, p.page_id, p.visits, p.error_visits, p.people_visits, p.undecided_visits) u(bot_id, page_id, visits, error_visits, people_visits, undecided_visits);

CREATE VIEW judged_statuses_hourly AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM current_statuses_hourly
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.bot_id,
    u.status_code,
    u.visits::bigint AS visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_hosts_hourly p,
    LATERAL UNNEST(p.bot_id, p.status_code, p.visits, p.people_visits, p.undecided_visits) u(bot_id, status_code, visits, people_visits, undecided_visits);

CREATE VIEW judged_statuses_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM current_statuses_daily
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.bot_id,
    u.status_code,
    u.visits::bigint AS visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_hosts_daily p,
    LATERAL UNNEST(p.bot_id, p.status_code, p.visits, p.people_visits, p.undecided_visits) u(bot_id, status_code, visits, people_visits, undecided_visits);

CREATE VIEW judged_hosts_hourly AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    host_id,
    visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM current_hosts_hourly
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.bot_id,
    u.status_code,
    u.host_id,
    u.visits::bigint AS visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_hosts_hourly p,
    LATERAL UNNEST(p.bot_id, p.status_code, p.host_id, p.visits, p.people_visits, p.undecided_visits) u(bot_id, status_code, host_id, visits, people_visits, undecided_visits);

CREATE VIEW judged_hosts_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    host_id,
    visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM current_hosts_daily
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.bot_id,
    u.status_code,
    u.host_id,
    u.visits::bigint AS visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_hosts_daily p,
    LATERAL UNNEST(p.bot_id, p.status_code, p.host_id, p.visits, p.people_visits, p.undecided_visits) u(bot_id, status_code, host_id, visits, people_visits, undecided_visits);

CREATE VIEW judged_countries_hourly AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    country,
    visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM current_countries_hourly
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.bot_id,
    u.status_code,
    u.country,
    u.visits::bigint AS visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_countries_hourly p,
    LATERAL UNNEST(p.bot_id, p.status_code, p.country, p.visits, p.people_visits, p.undecided_visits) u(bot_id, status_code, country, visits, people_visits, undecided_visits);

CREATE VIEW judged_countries_daily AS
 SELECT website_id,
    bucket,
    bot_id,
    status_code,
    country,
    visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM current_countries_daily
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.bot_id,
    u.status_code,
    u.country,
    u.visits::bigint AS visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_countries_daily p,
    LATERAL UNNEST(p.bot_id, p.status_code, p.country, p.visits, p.people_visits, p.undecided_visits) u(bot_id, status_code, country, visits, people_visits, undecided_visits);

CREATE VIEW judged_referrals_hourly AS
 SELECT website_id,
    bucket,
    referral_source,
    visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM referrals_hourly
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.referral_source,
    u.visits::bigint AS visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_referrals_hourly p,
    LATERAL UNNEST(p.referral_source, p.visits, p.people_visits, p.undecided_visits) u(referral_source, visits, people_visits, undecided_visits);

CREATE VIEW judged_referrals_daily AS
 SELECT website_id,
    bucket,
    referral_source,
    visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM referrals_daily
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.referral_source,
    u.visits::bigint AS visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_referrals_daily p,
    LATERAL UNNEST(p.referral_source, p.visits, p.people_visits, p.undecided_visits) u(referral_source, visits, people_visits, undecided_visits);

CREATE VIEW judged_clients_daily AS
 SELECT website_id,
    bucket,
    browser,
    os,
    device,
    visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM clients_daily
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.browser,
    u.os,
    u.device,
    u.visits::bigint AS visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_clients_daily p,
    LATERAL UNNEST(p.browser, p.os, p.device, p.visits, p.people_visits, p.undecided_visits) u(browser, os, device, visits, people_visits, undecided_visits);

CREATE VIEW judged_pages_recent AS
 SELECT website_id,
    bucket,
    bot_id,
    page_id,
    visits,
    error_visits,
    verified_visits,
    spoofed_visits,
    unverifiable_visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM pages_recent
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.bot_id,
    u.page_id,
    u.visits::bigint AS visits,
    u.error_visits::bigint AS error_visits,
    NULL::bigint AS verified_visits,
    NULL::bigint AS spoofed_visits,
    NULL::bigint AS unverifiable_visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_pages_daily p,
    LATERAL UNNEST(p.bot_id, p.page_id, p.visits, p.error_visits, p.people_visits, p.undecided_visits) u(bot_id, page_id, visits, error_visits, people_visits, undecided_visits);


-- =================================================================================================
-- Why visits of browsers were judged as they were: the visitors of a website and UTC day, grouped
-- by what they have in common. The judge replaces them with its verdicts, and they stay when what
-- they follow from is gone: no address and no pseudonym is in them, networks are cut, and there are
-- at most a few dozen groups of a day, each with the five most frequent values of a list.
-- =================================================================================================

CREATE TABLE visitor_groups (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  groups jsonb NOT NULL,
  CONSTRAINT visitor_groups_pkey PRIMARY KEY (website_id, bucket)
) WITH (fillfactor=70);


-- =================================================================================================
-- More counts of visits (add_counts.sql), by website and UTC bucket.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.
-- =================================================================================================

CREATE TABLE landings_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text NOT NULL,
  page_id bigint NOT NULL,
  visits bigint NOT NULL,
  CONSTRAINT landings_daily_pkey PRIMARY KEY (website_id, bucket, referral_source, page_id)
) WITH (fillfactor=70);

CREATE TABLE landings_known (
  since timestamptz NOT NULL
);

CREATE TABLE people_landings_daily (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  referral_source text[] NOT NULL,
  page_id bigint[] NOT NULL,
  visits integer[] NOT NULL,
  people_visits integer[] NOT NULL,
  undecided_visits integer[] NOT NULL,
  CONSTRAINT people_landings_daily_pkey PRIMARY KEY (website_id, bucket)
);

CREATE VIEW judged_landings_daily AS
 SELECT website_id,
    bucket,
    referral_source,
    page_id,
    visits,
    NULL::bigint AS people_visits,
    NULL::bigint AS undecided_visits
   FROM landings_daily
UNION ALL
 SELECT p.website_id,
    p.bucket,
    u.referral_source,
    u.page_id,
    u.visits::bigint AS visits,
    u.people_visits::bigint AS people_visits,
    u.undecided_visits::bigint AS undecided_visits
   FROM people_landings_daily p,
    LATERAL UNNEST(p.referral_source, p.page_id, p.visits, p.people_visits, p.undecided_visits) u(referral_source, page_id, visits, people_visits, undecided_visits);


-- =================================================================================================
-- What digests of pages count, as bytes that reports add up themselves: a database takes far longer
-- to make rows of arrays than a reader takes to add the numbers. Null in digests that were made
-- before, which are made again; empty where there is too much for one value.
-- A worker of the build before may still make digests, and leaves the bytes as they are.
-- =================================================================================================

CREATE FUNCTION packed(numbers bigint[])
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT int4send(coalesce(cardinality(numbers), 0)) || int4send(width) || coalesce((
    SELECT string_agg((SELECT string_agg(substring(int8send(n) FROM 9 - place FOR 1), '') FROM unnest(numbers) AS n), '' ORDER BY place)
    FROM generate_series(1, width) AS place
  ), '')
  FROM (
    SELECT CASE
        WHEN least = 0 AND most = 0 THEN 0
        WHEN least >= -128 AND most < 128 THEN 1
        WHEN least >= -32768 AND most < 32768 THEN 2
        WHEN least >= -2147483648 AND most < 2147483648 THEN 4
        ELSE 8
      END AS width
    FROM (SELECT coalesce(min(n), 0) AS least, coalesce(max(n), 0) AS most FROM unnest(numbers) AS n) bounds
  ) w
$function$;


-- =================================================================================================
-- Writers append what they count by bot and by page, too, so that none waits for the counters of a
-- website that another one has changed.
-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.
-- =================================================================================================

CREATE TABLE unmerged_traffic (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] NOT NULL,
  visits bigint[] NOT NULL,
  error_visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[],
  first_seen timestamptz(3)[] NOT NULL,
  last_seen timestamptz(3)[] NOT NULL
);
CREATE INDEX unmerged_traffic_website_id ON unmerged_traffic (website_id);

CREATE TABLE unmerged_pages (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  bot_id integer[] STORAGE EXTERNAL NOT NULL,
  page_id bigint[] STORAGE EXTERNAL NOT NULL,
  visits bigint[] NOT NULL,
  error_visits bigint[] NOT NULL,
  verified_visits bigint[],
  spoofed_visits bigint[],
  unverifiable_visits bigint[]
);
CREATE INDEX unmerged_pages_website_id ON unmerged_pages (website_id);
