import { REQUEST_HEADERS } from '@app/contracts';
import type { RequestFacts } from '../make-entry.js';
import {
  byHeader,
  canonicalHeader,
  HEADER_FACTS,
  headerColumns,
  headerFields,
  headerOfAll,
  headerOfChosen,
  withHeaders,
} from './header-facts.js';

const FACTS: RequestFacts = {
  time: { time: 0 },
  method: 'GET',
  host: '',
  path: '/',
  status: 200,
  ip: '',
  userAgent: '',
  referer: undefined,
};

describe('the facts that are request headers', () => {
  it('are those that the log has, empty or not', () => {
    const values = { signatureAgent: 'a', secFetchMode: '', secPurpose: undefined };
    const facts = withHeaders({ ...FACTS }, (fact) => values[fact]);
    expect(facts).toStrictEqual({ ...FACTS, signatureAgent: 'a', secFetchMode: '' });
  });

  it('are all of the list', () => {
    const facts = withHeaders({ ...FACTS }, (fact) => REQUEST_HEADERS[fact]);
    expect(facts).toEqual({ ...FACTS, ...REQUEST_HEADERS });
    expect(byHeader((header) => header)).toEqual(REQUEST_HEADERS);
    expect(HEADER_FACTS).toEqual(Object.keys(REQUEST_HEADERS));
  });
});

describe('the names of a header', () => {
  it('are in lower case in the list', () => {
    for (const header of Object.values(REQUEST_HEADERS)) expect(header).toMatch(/^[a-z-]+$/);
  });

  it.each([
    ['sec-fetch-mode', 'Sec-Fetch-Mode'],
    ['dnt', 'Dnt'],
    ['x-a-b', 'X-A-B'],
    ['sec-ch-ua-64', 'Sec-Ch-Ua-64'],
  ])('have one in the letter case of Go: %s', (header, canonical) => {
    expect(canonicalHeader(header)).toBe(canonical);
  });

  it('are the known ones in JSON', () => {
    expect(headerFields('sec-fetch-mode')).toEqual([
      'sec_fetch_mode',
      'http_sec_fetch_mode',
      'http.request.header.sec-fetch-mode',
      'http.request.header.sec_fetch_mode',
      'request_Sec-Fetch-Mode',
    ]);
  });

  it('are the known ones in an extended log', () => {
    expect(headerColumns('sec-fetch-mode')).toEqual([
      'cs(sec-fetch-mode)',
      'cs-sec-fetch-mode',
      'sec-fetch-mode',
    ]);
  });
});

describe('an object of headers', () => {
  it.each([
    ['is there', { a: 'b' }, 'b', 'b'],
    ['is there several times', { a: ['b', 'c'] }, 'b', 'b'],
    ['is there and empty', { a: '' }, '', ''],
    ['is a list without a value', { a: [] }, '', ''],
    ['is null', { a: null }, '', ''],
    ['is a number', { a: 5 }, '5', '5'],
    ['is missing among others', { b: 'c' }, '', undefined],
    ['is missing in an empty object', {}, '', undefined],
    ['is missing because nothing is an object', null, undefined, undefined],
    ['is missing in a list', ['a'], undefined, undefined],
    ['is missing in a text', 'a: b', undefined, undefined],
  ])('with all or chosen ones: the header %s', (_, headers, ofAll, ofChosen) => {
    expect([headerOfAll(headers, 'a'), headerOfChosen(headers, 'a')]).toEqual([ofAll, ofChosen]);
  });
});
