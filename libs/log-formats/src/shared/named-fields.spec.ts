import { createNamedFieldsReader } from './named-fields.js';

const read = createNamedFieldsReader({ now: Date.parse('2026-11-20T12:00:00Z'), host: '' });
const RECORD = { timestamp: '2026-11-20T11:00:00Z', path: '/a', status_code: 200 };

function entryOf(fields: object) {
  const result = read({ ...RECORD, ...fields });
  if (result?.kind !== 'entry') throw new Error('It is no entry');
  return result.entry;
}

const SENT = ['back\\slash \\n \\x41 \\"', '"in quotes"', 'C:\\'];

describe.each(['sec_fetch_mode', 'sec_purpose', 'signature_agent'])(
  'a record with the field %s, which no parser of lines writes',
  (header) => {
    it.each(SENT)('has %s as it was sent', (text) => {
      const path = `/${text}`;
      const fields = { [header]: '', user_agent: text, referer: text, path };
      expect(entryOf(fields)).toMatchObject({ user_agent: text, referer: text, path });
    });
  },
);

it('takes the escapes of a line away, which a shipper cut it out of', () => {
  const fields = { agent: 'say \\"hi\\" \\xc3\\xbc', referer: '"https://shop.example/"' };
  expect(entryOf(fields)).toMatchObject({
    user_agent: 'say "hi" ü',
    referer: 'https://shop.example/',
  });
});
