import { feedHealthSchema } from '@app/contracts';
import { z } from 'zod';
import { FORMAT } from '../http/parameters.js';
import { route } from '../http/route.js';
import { CSV_COLUMNS, csvRows } from './report.js';

export const FEEDS_REPORT = route({
  id: 'listFeeds',
  tag: 'Reports',
  summary: 'Feeds: whether logs arrive',
  description:
    'Each feed that brought something for this website, by name. A delivery counts at each website that got entries of it, whichever key of the account it came with. Its skipped and rejected records count at the website that got the most of its entries. What has no entry, also a refused delivery, counts at the website of the key. `custom` is a feed too: its records are its entries, and what it refuses is a refused delivery. New numbers are there within about 10 seconds.',
  method: 'GET',
  path: '/api/v1/websites/:id/feeds',
  access: 'api',
  names: 'website',
  query: FORMAT,
  answer: {
    description:
      'The feeds. As CSV, each feed has a row for the last 24 hours and one for the last 30 days, and no samples.',
    data: z.object({ feeds: z.array(feedHealthSchema) }),
    csv: { columns: CSV_COLUMNS, rows: csvRows },
    example: {
      feeds: [
        {
          feed: 'cloudflare',
          first_delivery: '2026-11-14T08:00:02.114Z',
          last_delivery: '2026-11-20T11:59:58.031Z',
          last_24_hours: {
            deliveries: 1440,
            records: 30120,
            entries: 29008,
            without_address: 0,
            without_host: 0,
            without_country: 114,
            without_fetch_headers: 29008,
            without_referer: 12630,
            static_files: 18417,
            skipped: 1109,
            rejected: 3,
            reasons: { subrequest: 1109, bad_status: 3 },
            refused: 0,
            refusals: {},
            mean_lag_seconds: 31.402,
            largest_lag_seconds: 74.96,
          },
          last_30_days: {
            deliveries: 9121,
            records: 188402,
            entries: 181230,
            without_address: 0,
            without_host: 0,
            without_country: 702,
            without_fetch_headers: 181230,
            without_referer: 80115,
            static_files: 115044,
            skipped: 7169,
            rejected: 3,
            reasons: { subrequest: 7169, bad_status: 3 },
            refused: 1,
            refusals: { PAYLOAD_TOO_LARGE: 1 },
            mean_lag_seconds: 30.118,
            largest_lag_seconds: 310.5,
          },
          samples: [
            {
              at: '2026-11-20T11:58:58.204Z',
              reason: 'bad_status',
              message: 'has a status that is not an integer from 0 to 999',
              outline:
                '{"EdgeStartTimestamp":"9999-99-99A99:99:99A","ClientRequestURI":"/aaaaaaa?…","EdgeResponseStatus":"aa"}',
            },
          ],
        },
      ],
    },
  },
});
