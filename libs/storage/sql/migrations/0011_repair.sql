-- Counts the visits of a website and UTC day again, from the raw visits. Returns false and changes
-- nothing when no raw visit is left of that day: its counts may be all that is left of it.
--
-- The triggers that count at commit also count here, on a copy of the visits, so that there is only
-- one way of counting. Writers of visits and the maker of digests wait meanwhile: what they write
-- afterwards is added to right counts. Digests with this day are deleted, and the upkeep makes them
-- again.

CREATE FUNCTION repair_day(website integer, day timestamptz) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '35s' AS $$
DECLARE
  next_day CONSTANT timestamptz := day + INTERVAL '24 hours';
  hour timestamptz;
BEGIN
  LOCK TABLE ONLY visits, ONLY page_digests IN SHARE ROW EXCLUSIVE MODE;
  IF NOT EXISTS (SELECT FROM visits v WHERE v.website_id = website AND v.time >= day AND v.time < next_day) THEN
    RETURN false;
  END IF;

  DELETE FROM late_traffic_hourly t WHERE t.website_id = website AND t.bucket >= day AND t.bucket < next_day;
  DELETE FROM late_traffic_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM late_pages_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM statuses_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM referrals_daily t WHERE t.website_id = website AND t.bucket = day;
  DELETE FROM clients_daily t WHERE t.website_id = website AND t.bucket = day;

  CREATE TEMP TABLE recounted (LIKE visits) ON COMMIT DROP;
  CREATE TRIGGER count_late_visits AFTER INSERT ON recounted REFERENCING NEW TABLE AS new_visits
  FOR EACH STATEMENT EXECUTE FUNCTION count_late_visits();
  CREATE TRIGGER count_details AFTER INSERT ON recounted REFERENCING NEW TABLE AS new_visits
  FOR EACH STATEMENT EXECUTE FUNCTION count_details();
  -- Hour by hour, so that the copy stays small.
  FOR hour IN SELECT generate_series(day, next_day - INTERVAL '1 hour', INTERVAL '1 hour') LOOP
    INSERT INTO recounted
    SELECT * FROM visits v WHERE v.website_id = website AND v.time >= hour AND v.time < hour + INTERVAL '1 hour';
    TRUNCATE recounted;
  END LOOP;
  PERFORM rebuild_aggregates(website, day);

  DELETE FROM bot_page_sets s WHERE s.website_id = website AND s.bucket = date_trunc(s.grain, day, 'UTC');
  DELETE FROM page_digests d WHERE d.website_id = website AND d.bucket = date_trunc(d.grain, day, 'UTC');
  RETURN true;
END
$$;
