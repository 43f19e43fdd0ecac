import fc from 'fast-check';
import { pubsubMessages } from './pubsub.js';

const ENTRY = { insertId: 'a1', httpRequest: { requestUrl: 'https://shop.example/ü' } };
const TEXT = JSON.stringify(ENTRY);

const pushOf = (data: unknown, others: object = {}) =>
  JSON.stringify({ message: { data, messageId: '1' }, subscription: 's', ...others });
const coded = (text: string) => Buffer.from(text).toString('base64');

function read(body: string, chunk = 1 << 16) {
  const envelope = pubsubMessages();
  const bytes = Buffer.from(body);
  const records = [];
  for (let at = 0; at < bytes.length; at += chunk)
    records.push(...envelope.push(bytes.subarray(at, at + chunk)));
  return [...records, ...envelope.end()];
}

it('gives the entry of a message, wherever the chunks end', () => {
  for (const chunk of [1, 7, 1 << 16])
    expect(read(pushOf(coded(TEXT)), chunk)).toEqual([{ text: TEXT, value: ENTRY }]);
});

it('gives the same record at each try', () => {
  const first = read(pushOf(coded(TEXT), { deliveryAttempt: 1 }));
  expect(read(pushOf(coded(TEXT), { deliveryAttempt: 2 }))).toEqual(first);
});

it('gives an entry that was sent without a message around it', () => {
  const [record] = read(JSON.stringify(ENTRY, null, 2));
  expect(record).toMatchObject({ value: ENTRY });
});

it('gives what is no JSON as text', () => {
  expect(read(pushOf(coded('hello')))).toEqual([{ text: 'hello' }]);
  expect(read(pushOf(''))).toEqual([{ text: '' }]);
});

it.each([
  ['no data', { message: { messageId: '1' } }],
  ['data that is no text', { message: { data: 1 } }],
  ['a message that is null', { message: null }],
  ['a message that is a text', { message: 'x' }],
])('gives the whole object when it has %s', (_, value) => {
  expect(read(JSON.stringify(value))).toEqual([{ text: JSON.stringify(value), value }]);
});

it('makes a record of whatever a message holds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (data) => {
      expect(read(pushOf(data))).toHaveLength(1);
    }),
  );
});
