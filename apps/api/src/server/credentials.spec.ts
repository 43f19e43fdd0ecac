import { KEY_HEADERS_AND_ADDRESS } from '../http/key-places.js';
import { readCredentials } from './credentials.js';

/** Reads headers as Node gives them. A list of values stands for a repeated header. */
function read(sent: Record<string, string | string[]>, inAddress: string[] = []) {
  const distinct = Object.entries(sent).map(([name, value]) => [name, [value].flat()] as const);
  const headers = distinct.map(([name, values]) => [
    name,
    name === 'authorization' ? values[0] : values.join(', '),
  ]);
  return readCredentials(
    { headers: Object.fromEntries(headers), headersDistinct: Object.fromEntries(distinct) },
    inAddress,
    KEY_HEADERS_AND_ADDRESS,
  );
}

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('A key is read from', () => {
  it.each([
    [{ 'x-api-key': 'bot_1' }],
    [{ 'x-amz-firehose-access-key': 'bot_1' }],
    [{ authorization: basic('anyone:bot_1') }],
    [{ authorization: basic(':bot_1') }],
    [{ authorization: basic('api:bot_1\n') }],
    [{ authorization: basic('a:bot_1').replaceAll('=', '') }],
    [{ authorization: basic('a:bot_1').replace('Basic', 'basic ') }],
    [{ authorization: 'Bearer bot_1' }],
    [{ authorization: 'bearer  bot_1' }],
    [{ authorization: 'Bearer Bearer bot_1' }],
    [{ authorization: 'BEARER bearer bot_1' }],
  ])('%j', (headers) => {
    expect(read(headers)).toEqual({ key: 'bot_1' });
  });

  it('the address, where a route allows it', () => {
    expect(read({}, ['bot_1'])).toEqual({ key: 'bot_1' });
    expect(readCredentials({ headers: {}, headersDistinct: {} }, ['bot_1'], ['x-api-key'])).toEqual(
      { fault: 'missing' },
    );
  });

  it('no other place than those of the route', () => {
    const headers = { 'x-api-key': 'bot_1' };
    expect(readCredentials({ headers, headersDistinct: {} }, [], ['bearer'])).toEqual({
      fault: 'missing',
    });
  });
});

describe('What is no key', () => {
  it('does not count beside a key', () => {
    const token = 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln';
    expect(read({ authorization: token }, ['bot_1'])).toEqual({ key: 'bot_1' });
    expect(read({ authorization: token, 'x-api-key': 'api_1' })).toEqual({ key: 'api_1' });
    expect(read({ 'x-api-key': 'secret', authorization: 'Bearer api_1' })).toEqual({
      key: 'api_1',
    });
    expect(read({ 'x-api-key': 'bot_1' }, ['anything'])).toEqual({ key: 'bot_1' });
  });

  it.each<[Record<string, string>, string[]]>([
    [{ 'x-api-key': 'secret' }, []],
    [{ 'x-api-key': 'Bearer api_1' }, []],
    [{ authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln' }, []],
    [{ authorization: 'Bearer Bearer Bearer bot_1' }, []],
    [{ authorization: basic('bot_1:secret') }, []],
    [{}, ['secret']],
    [{}, [' bot_1']],
  ])('alone is malformed: %j %j', (headers, inAddress) => {
    expect(read(headers, inAddress)).toEqual({ fault: 'malformed' });
  });

  it.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ 'x-api-key': '' }, []],
    [{ cookie: 'key=bot_1' }, []],
    [{ authorization: '' }, []],
    [{ authorization: 'bot_1' }, []],
    [{ authorization: 'Digest bot_1' }, []],
    [{ authorization: basic('bot_1') }, []],
    [{ authorization: 'Basic b*b' }, []],
    [{}, ['']],
  ])('may be nothing at all: %j %j', (headers, inAddress) => {
    expect(read(headers, inAddress)).toEqual({ fault: 'missing' });
  });
});

describe('Several keys', () => {
  it('are refused when they differ, whatever the places are', () => {
    const places: [Record<string, string | string[]>, string[]?][] = [
      [{ 'x-api-key': 'bot_1', authorization: 'Bearer bot_2' }],
      [{ 'x-api-key': 'bot_1', 'x-amz-firehose-access-key': 'bot_2' }],
      [{ authorization: ['Bearer bot_1', basic('a:bot_2')] }],
      [{ 'x-api-key': 'bot_1' }, ['bot_2']],
      [{ 'x-api-key': 'bot_1' }, ['api_1']],
      [{}, ['bot_1', 'bot_2']],
    ];
    for (const [headers, inAddress] of places)
      expect([headers, read(headers, inAddress)]).toEqual([headers, { fault: 'several' }]);
  });

  it('are one key when they are the same', () => {
    expect(read({ 'x-api-key': 'bot_1', authorization: 'Bearer bot_1' }, ['bot_1'])).toEqual({
      key: 'bot_1',
    });
  });

  it.each(['x-api-key', 'x-amz-firehose-access-key'])(
    'in a repeated header, which Node joins, are read one by one: %s',
    (name) => {
      expect(read({ [name]: ['bot_1', 'bot_1'] })).toEqual({ key: 'bot_1' });
      expect(read({ [name]: 'bot_1,bot_1' })).toEqual({ key: 'bot_1' });
      expect(read({ [name]: ['bot_1', ''] })).toEqual({ key: 'bot_1' });
      expect(read({ [name]: ['bot_1', 'bot_2'] })).toEqual({ fault: 'several' });
      expect(read({ [name]: ['', ''] })).toEqual({ fault: 'missing' });
    },
  );
});

it('an API Key in the address is a wrong key, even if it stands in a header too', () => {
  expect(read({}, ['api_1'])).toEqual({ fault: 'misplaced' });
  expect(read({ 'x-api-key': 'api_1' }, ['api_1'])).toEqual({ fault: 'misplaced' });
  expect(read({ 'x-api-key': 'api_1' })).toEqual({ key: 'api_1' });
});
