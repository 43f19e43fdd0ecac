import { get, type Row } from '../row.js';

const of = (query: string) => get(`/api/v1/websites/{{id}}/visits?${query}`);

const TAKEN: Row[] = [
  'from=2000-01-01',
  'from=2026-11-20T13:00:00%2B14:00',
  'from=2026-11-20T13:00:00.123456789Z',
  'from=2026-11-20%2013:00',
  'from=2026-11-20&to=9998-12-31T23:59:59.999Z',
  'start_date=2000-01-01&end_date=2099-12-31',
  'status=0',
  'status=999',
  'status=9xx',
  'status=000',
  'exact_path=/%F0%9F%98%80',
  'path=/%25',
  'page=2&offset=10',
].map((query) => ({ name: `visits?${query} is taken`, request: of(query) }));

const MOMENT = /^from must be a date and time that exist, from 2000-01-01 on, such as/;
const STATUS = /^status must be (?:a status code, such as 404|text of 1 to 3 characters)/;
const REFUSED: Row[] = [
  ...['1763643600000', '2026-11-20T13:00:00+01:00', '2026-11-20T24:00:00Z', '10000-01-01'].map(
    (from) => [`from=${from}`, MOMENT] as const,
  ),
  ...['1e2', '-1', '1000', 'xxx', 'x04', '4Xx', '4x', '%2B40'].map(
    (status) => [`status=${status}`, STATUS] as const,
  ),
  ['limit=0', /^limit must be an integer from 1 to 100000$/] as const,
  ['limit=1e5', /^limit must be an integer from 1 to 100000$/] as const,
  ['format=ndjson%0d%0aX-Evil:1', /^format must be one of json, ndjson, csv$/] as const,
  ['from=2026-11-20&end_date=2026-11-20', /^from and to are moments, and end_date is/] as const,
  ['end_date=9999-12-31&start_date=2026-11-20', /^end_date must not be after/] as const,
  ['interval=day&group_by=bot', /^this route takes no group_by; it takes period/] as const,
  ['cursor=W10', /^cursor must be the next_cursor of an earlier answer$/] as const,
].map(([query, message]) => ({
  name: `visits?${query} is refused`,
  request: of(query),
  code: 'VALIDATION_ERROR',
  message,
}));

export const VISITS: Row[] = [...TAKEN, ...REFUSED];
