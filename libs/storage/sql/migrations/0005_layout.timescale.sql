-- How visits are laid out, and which of them are late. Here they are a hypertable; its chunk
-- interval and retention are settings, applied after the migrations. Aggregates materialise each
-- bucket once, when it is over: a visit that comes after that is late.

SELECT create_hypertable('visits', by_range('time', INTERVAL '7 days'), create_default_indexes => false);
-- What is not materialised yet is read from the visits in time; late ones must not slow that down.
CREATE INDEX visits_in_time ON visits (website_id, time) WHERE NOT late;
ALTER TABLE visits SET (
  timescaledb.compress,
  timescaledb.compress_segmentby = 'website_id, late',
  timescaledb.compress_orderby = 'time'
);
SELECT add_compression_policy('visits', compress_after => INTERVAL '7 days');

-- The horizon: up to here everything in time is materialised, or about to be. It moves in epochs,
-- see late_before().
CREATE TABLE roll_up_horizon (
  epoch integer NOT NULL,
  late_before timestamptz NOT NULL,
  -- Where the first epoch began: nothing older is in time.
  since timestamptz NOT NULL
);
INSERT INTO roll_up_horizon
SELECT 1, start, start FROM (SELECT time_bucket(INTERVAL '1 minute', now()) AS start) first;

-- Visits older than this are written as late. The caller's transaction joins the epoch that it read
-- the horizon in, by a shared lock: whoever moves the horizon waits for the writers of the epoch
-- before, and so misses none of their visits, while new writers go on in the new epoch. An epoch
-- that ended between reading and locking is left for its successor. Nothing written here needs a
-- refresh of what is materialised, so none is noted down.
CREATE FUNCTION late_before() RETURNS timestamptz LANGUAGE plpgsql AS $$
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
$$;

-- Moves the horizon to the end of the last whole minute, by this server's clock; never back.
CREATE FUNCTION move_horizon() RETURNS void LANGUAGE sql AS $$
  UPDATE roll_up_horizon SET epoch = epoch + 1, late_before = next.late_before
  FROM (SELECT time_bucket(INTERVAL '1 minute', clock_timestamp()) AS late_before) next
  WHERE roll_up_horizon.late_before < next.late_before
$$;

-- Waits until every transaction that wrote in an epoch has ended. A write takes 30 s at most.
CREATE FUNCTION wait_for_writers(ended_epoch integer) RETURNS void LANGUAGE plpgsql SET lock_timeout = '35s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(x'626f7468'::integer, ended_epoch);
END
$$;
