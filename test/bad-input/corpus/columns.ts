import { gzipSync } from 'node:zlib';
import { entry, post, type Row } from '../row.js';

const MIB = 1024 * 1024;
const TYPE = { 'content-type': 'application/vnd.botgauge.columns+json' };
const one = JSON.stringify(entry());

/** The columns of so many entries that are alike, with some others. Undefined removes a column. */
function columns(changes: Record<string, unknown> = {}, count = 2): string {
  const indexes = Array(count).fill(0);
  const all = Object.entries(entry()).map(([field, value]) => [
    field,
    { values: [value], indexes },
  ]);
  return JSON.stringify({ ...Object.fromEntries(all), ...changes });
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const path = (column: unknown) => columns({ path: column });

const NO_COLUMNS: [string, string, RegExp][] = [
  ['null', 'null', /^the body must be an object with a column/],
  ['a list of entries', `[${one}]`, /^the body must be an object with a column/],
  ['one entry', one, /^the column timestamp must be a list of values/],
  ['an empty object', '{}', /^the body must have the column timestamp$/],
  ['only an unknown column', '{"x":[1]}', /^the body must have the column timestamp$/],
  [
    'columns within an object',
    `{"columns":${columns()}}`,
    /^the body must have the column timestamp$/,
  ],
  ['columns within __proto__', `{"__proto__":${columns()}}`, /^the body must have the column/],
  [
    'a time without entries',
    '{"timestamp":{"values":[1]}}',
    /^the column timestamp must be a list/,
  ],
  ['indexes alone', path({ indexes: [0, 0] }), /^the column path must be a list/],
  ['values that are a text', path({ values: '/a', indexes: [0, 0] }), /^the column path must be/],
  ['a shorter column', path(['/a']), /^the column path is of 1 entries, and timestamp of 2/],
  ['a longer column', path(Array(1_000).fill('/')), /^the column path is of 1000 entries/],
  ['an empty column', path([]), /^the column path is of 0 entries/],
  [
    'a million values',
    path({ values: Array(60_000).fill('/'), indexes: [0, 0] }),
    /^the column path has 60000 values; it may have at most 1000$/,
  ],
  ...[-2, 1, 1e300, 0.1, '0', null, true, [], {}].map((index): [string, string, RegExp] => [
    `the index ${JSON.stringify(index)}`,
    path({ values: ['/'], indexes: [0, index] }),
    /^the column path has at indexes\[1\] no place of one of its 1 values$/,
  ]),
  ['no paths', columns({ path: undefined }), /^entries\[0\]\.path must be a string; entries\[1\]/],
  [
    'a path that an entry does not have',
    path({ values: ['/'], indexes: [0, -1] }),
    /^entries\[1\]\.path must be a string$/,
  ],
  ['a path that is null', path(['/', null]), /^entries\[1\]\.path must be a string$/],
  ['a status that is a text', columns({ status_code: [200, '200'] }), /^entries\[1\]\.status_code/],
  [
    'a time that does not exist',
    columns({ timestamp: ['2026-02-30', 0] }),
    /^entries\[0\]\.timesta/,
  ],
  [
    'parameters that are a text',
    columns({ query_params: [{}, 'a'] }),
    /^entries\[1\]\.query_params/,
  ],
  ['a size below 0', columns({ bytes_sent: [-1, 0] }), /^entries\[0\]\.bytes_sent must be/],
];

const TAKEN: [string, string | Buffer, number][] = [
  ['no entries', '{"timestamp":[]}', 0],
  ['two entries', columns(), 2],
  ['a byte order mark before them', `\ufeff${columns()}`, 2],
  ['1000 entries', columns({}, 1_000), 1_000],
  ['unknown columns of any form', columns({ x: 1, length: [1, 2, 3], then: { values: 7 } }), 2],
  ['wrong values that no entry has', path({ values: [{}, '/', 7], indexes: [1, 1] }), 2],
  ['a column that no entry has', columns({ referer: { values: [], indexes: [-1, -1] } }), 2],
  ['a text of 1 MiB that all have', path({ values: ['/x'.repeat(MIB / 2)], indexes: [0, 0] }), 2],
  ['more fields of a column', columns({ path: { values: ['/'], indexes: [0, 0], x: [1] } }), 2],
];

export const COLUMNS: Row[] = [
  ...NO_COLUMNS.map(([name, body, message]): Row => ({
    name: `columns: ${name}`,
    request: post(body, TYPE),
    ...{ code: 'VALIDATION_ERROR', message },
  })),
  ...TAKEN.map(([name, body, processed]): Row => ({
    name: `columns: ${name}`,
    request: post(body, TYPE),
    processed,
  })),
  ...['', '{', '{"timestamp":', '{"timestamp":[1]}}', nested(10_001)].map((body): Row => ({
    name: `columns that are no JSON: ${body.slice(0, 20)}`,
    request: post(body, TYPE),
    code: 'INVALID_JSON',
  })),
  {
    name: 'columns of 1001 entries',
    request: post(columns({}, 1_001), TYPE),
    ...{ code: 'PAYLOAD_TOO_LARGE', message: /at most 1000 entries, this one has 1001/ },
  },
  {
    name: 'columns with more values than are parsed',
    request: post(columns({ x: Array(64_001).fill(0) }), TYPE),
    code: 'PAYLOAD_TOO_LARGE',
  },
  {
    name: 'columns of 11 MiB in some KiB of gzip',
    request: post(gzipSync(path([' '.repeat(11 * MIB), '/'])), {
      ...TYPE,
      'content-encoding': 'gzip',
    }),
    code: 'PAYLOAD_TOO_LARGE',
  },
  {
    name: 'columns in UTF-16',
    request: post(columns(), { 'content-type': `${TYPE['content-type']}; charset=utf-16` }),
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'columns that are said to be entries',
    request: post(columns()),
    ...{ code: 'VALIDATION_ERROR', message: /^timestamp must be/ },
  },
  {
    name: 'entries under the type of columns of another version',
    request: post(one, { 'content-type': 'application/vnd.botgauge.columns.v2+json' }),
    processed: 1,
  },
];
