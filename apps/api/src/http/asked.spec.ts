// Declares all routes, and with them their parameters.
import '../routes.js';
import { z } from 'zod';
import { ApiError } from './api-error.js';
import { FORMAT, integer, oneOf, text } from './parameters.js';
import { type RawQuery, readJsonBody, readHeaders, readQuery } from './asked.js';
import type { Shape } from './route.js';

const refused = (message: string) => new ApiError('VALIDATION_ERROR', message);
const read = (shape: Shape, query: RawQuery) => readQuery({ method: 'GET', query: shape }, query);

describe('A parameter', () => {
  const shape = { a: z.string().optional() };

  it('is read, undefined when it is not given', () => {
    expect(read(shape, { a: '1', b: '2' })).toEqual({ a: '1' });
    expect(read(shape, { a: '' })).toEqual({ a: '' });
    expect(read(shape, { ab: '1', 'b[]': '2' })).toEqual({ a: undefined });
  });

  it.each([{ a: ['1', '1'] }, { 'a[]': '1' }, { 'a[0]': '1' }, { a: '1', 'a[]': '1' }])(
    'is refused as %j',
    (query) => {
      const message = 'a must be given once, without brackets';
      expect(() => read(shape, query)).toThrow(refused(message));
    },
  );
});

describe('One of a few values', () => {
  const shape = { a: oneOf(['x', 'y']).optional() };

  it('is read', () => {
    expect(read(shape, { a: 'y' })).toEqual({ a: 'y' });
    expect(read(shape, {})).toEqual({ a: undefined });
  });

  it.each(['', 'X', 'x ', 'z', 'length', '0'])('is not %j', (a) => {
    expect(() => read(shape, { a })).toThrow(refused('a must be one of x, y'));
  });
});

describe('An integer', () => {
  const shape = { a: integer(1, 1_000).default(7) };

  it.each([
    ['1', 1],
    ['10', 10],
    ['0001', 1],
    ['1000', 1_000],
    [undefined, 7],
  ])('is read from %j', (a, value) => {
    expect(read(shape, { a })).toEqual({ a: value });
  });

  const others = ['', '0', '1001', '-1', '+1', '1.0', '1e2', '0x1', ' 1', '1 ', '1,000', 'NaN'];
  it.each([...others, '9'.repeat(400)])('is not %j', (a) => {
    expect(() => read(shape, { a })).toThrow(refused('a must be an integer from 1 to 1000'));
  });
});

it.each(['', 'x'.repeat(11), 'a\0'])('%j is no text of 1 to 10 characters', (a) => {
  const message = 'a must be text of 1 to 10 characters';
  expect(() => read({ a: text(10) }, { a })).toThrow(refused(message));
});

it('names every parameter that is wrong', () => {
  const shape = { a: integer(1, 2), b: oneOf(['x']), c: z.string().optional() };
  expect(() => read(shape, { a: '3', b: 'y', c: ['1', '2'] })).toThrow(
    refused(
      'a must be an integer from 1 to 2; b must be one of x; c must be given once, without brackets',
    ),
  );
});

describe('A parameter that a route does not take', () => {
  it.each([{ x: '1' }, { period: 'never' }, { limit: 'x' }, { __proto__: '1' }, { 'x[]': '1' }])(
    'is ignored: %j',
    (query) => {
      expect(read(FORMAT, query)).toEqual({ format: 'json' });
    },
  );

  it.each([
    [{ category: 'seo' }, 'this route takes no category; it takes format'],
    [{ 'category[]': 'seo' }, 'this route takes no category; it takes format'],
    [{ sort: 'a', timezone: 'b' }, 'this route takes no sort and no timezone; it takes format'],
  ])('is refused when it would change the answer of another: %j', (query, message) => {
    expect(() => read(FORMAT, query)).toThrow(refused(message));
  });

  it('is refused with the reason, if the route gives one', () => {
    const declaration = { method: 'GET', query: FORMAT, lacks: { sort: 'it has one row' } };
    expect(() => readQuery(declaration as never, { sort: 'a', timezone: 'b' })).toThrow(
      refused('this route takes no sort and no timezone; it takes format; it has one row'),
    );
  });

  it('is refused by a route that takes none', () => {
    const message = 'this route takes no format; it takes no parameters';
    expect(() => readQuery({ method: 'GET' }, { format: 'csv' })).toThrow(refused(message));
  });

  it('is ignored by a request that does not read', () => {
    expect(readQuery({ method: 'POST' }, { format: 'csv' })).toEqual({});
  });
});

it('reads headers by any writing of their names', () => {
  const shape = { 'Some-Name': z.string().max(1, 'must be short').optional() };
  expect(readHeaders(shape, { 'some-name': 'x' })).toEqual({ 'Some-Name': 'x' });
  expect(readHeaders(shape, {})).toEqual({ 'Some-Name': undefined });
  expect(() => readHeaders(shape, { 'some-name': 'xy' })).toThrow(
    refused('Some-Name must be short'),
  );
});

describe('A body', () => {
  const schema = z.strictObject(
    { a: z.string('must be a string').default('x') },
    'must be an object',
  );
  const readJson = (body: string, optional?: true) =>
    readJsonBody({ schema, example: {}, optional }, Buffer.from(body));

  it('is read by its schema', () => {
    expect(readJson('{"a":"y"}')).toEqual({ a: 'y' });
    expect(readJsonBody(undefined, Buffer.from('{}'))).toBeUndefined();
  });

  it('may be left out where the route says so', () => {
    expect(readJson('', true)).toEqual({ a: 'x' });
    expect(readJsonBody({ schema, example: {}, optional: true }, undefined)).toEqual({ a: 'x' });
    expect(() => readJson('')).toThrow(
      new ApiError('INVALID_JSON', 'The body is empty; send a JSON object'),
    );
  });

  it('stays as it is where the route reads it by itself', () => {
    const bytes = Buffer.from('{');
    expect(readJsonBody({ schema, example: {}, unread: true }, bytes)).toBe(bytes);
  });

  it.each([
    ['[]', 'the body must be an object'],
    ['{"a":1}', 'a must be a string'],
    ['{"b":1}', '"b" is not a field of this body'],
    [`{"${'c'.repeat(100)}":1}`, `"${'c'.repeat(60)}" is not a field of this body`],
  ])('%s is refused', (body, message) => {
    expect(() => readJson(body)).toThrow(refused(message));
  });
});
