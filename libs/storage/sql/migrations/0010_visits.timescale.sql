-- Every accepted log entry, one row each. In this flavour they are a hypertable. Its chunk interval
-- and retention are settings, which are applied after the migrations. Aggregates materialise each
-- bucket once, when it is over. A visit that comes later is late.

CREATE TABLE visits (LIKE visit_columns INCLUDING ALL);
INSERT INTO website_relations (relation, level) VALUES ('visits', 1);
DROP TABLE visit_columns;
SELECT create_hypertable('visits', by_range('time', INTERVAL '7 days'), create_default_indexes => false);

-- What is not materialised yet is read from the visits in time. Late visits must not slow this
-- down.
CREATE INDEX visits_in_time ON visits (website_id, time) WHERE NOT late;
-- Late visits by time, for those who read visits one by one. Without it, each part of a list of
-- visits would read all late visits of a chunk. Where a chunk is compressed, its own index is used,
-- and this one has nothing of it.
CREATE INDEX visits_late ON visits (website_id, time) WHERE late;

-- The worker's upkeep compresses old chunks.
ALTER TABLE visits SET (
  timescaledb.compress,
  timescaledb.compress_segmentby = 'website_id, late',
  timescaledb.compress_orderby = 'time'
);

-- Lets the COPY statements of the transaction that follow write visits compressed, which takes a
-- tenth of the room and of the log, and no more processor time than rows. It pays only where a
-- website has many visits in a COPY: the visits of each website become a batch of their own.
CREATE FUNCTION compress_directly() RETURNS void LANGUAGE sql
AS $$ SELECT set_config('timescaledb.enable_direct_compress_copy', 'on', true) $$;

-- The horizon. Up to this time all visits in time are materialised, or are about to be. It moves in
-- epochs, see late_before().
CREATE TABLE roll_up_horizon (
  epoch integer NOT NULL,
  late_before timestamptz NOT NULL,
  -- Where the first epoch began. No older visit is in time.
  since timestamptz NOT NULL
);
INSERT INTO roll_up_horizon
SELECT 1, start, start FROM (SELECT time_bucket(INTERVAL '1 minute', now()) AS start) first;

-- Visits older than this are written as late. The caller's transaction reads the horizon and joins
-- its epoch with a shared lock. A process that moves the horizon waits for the writers of the epoch
-- before, and so misses none of their visits. New writers continue in the new epoch. If an epoch
-- ends between reading and locking, the next one is joined. Nothing written here requires a refresh
-- of materialised buckets, so no change is tracked.
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

-- Moves the horizon to the end of the last whole minute, by this server's clock, and never back.
CREATE FUNCTION move_horizon() RETURNS void LANGUAGE sql AS $$
  UPDATE roll_up_horizon SET epoch = epoch + 1, late_before = next.late_before
  FROM (SELECT time_bucket(INTERVAL '1 minute', clock_timestamp()) AS late_before) next
  WHERE roll_up_horizon.late_before < next.late_before
$$;

-- Waits until every transaction that wrote in an epoch has ended. A write takes at most 30 s.
CREATE FUNCTION wait_for_writers(ended_epoch integer) RETURNS void LANGUAGE plpgsql SET lock_timeout = '35s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(x'626f7468'::integer, ended_epoch);
END
$$;
