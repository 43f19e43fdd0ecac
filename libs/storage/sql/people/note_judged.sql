-- Notes what a UTC day of a website was judged by. Returns no row when nothing more may be learnt
-- about it, and its verdicts stay as they are.
-- $1 website, $2 begin of the day, $3-$5 people, undecided visitors and automation, $6 visits
-- without a verdict because there are no files, $7-$9 visitors that load files, by HTTP/2, and with
-- modes, $10 the usual release or null, $11 how many hours lists tell people in, $12 how much
-- evidence there is
INSERT INTO judged_days AS t (website_id, bucket, people, undecided, automation, no_files, loading, loading_http2,
  loading_modes, usual_release, listed_hours, appended)
VALUES ($1::integer, $2::timestamptz, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::integer, $8::integer,
  $9::integer, $10::integer, $11::smallint, $12::bigint)
ON CONFLICT (website_id, bucket) DO UPDATE SET people = excluded.people, undecided = excluded.undecided,
  automation = excluded.automation, no_files = excluded.no_files, loading = excluded.loading,
  loading_http2 = excluded.loading_http2, loading_modes = excluded.loading_modes,
  usual_release = excluded.usual_release, listed_hours = excluded.listed_hours,
  appended = excluded.appended
WHERE t.appended <> -1
RETURNING website_id
