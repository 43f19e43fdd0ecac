import { parseJson } from './json-object.js';

it.each([
  [String.raw`{"a":"\xc3\xa4"}`, 'ä'],
  [String.raw`{"a":"x\xe6\xbc\xa2y"}`, 'x漢y'],
  // A quote or a backslash may be written as a byte, too.
  [String.raw`{"a":"\x22\x5c\x22"}`, '"\\"'],
  // Bytes that are not UTF-8.
  [String.raw`{"a":"\xff\xc3"}`, '\ufffd\ufffd'],
  [String.raw`{"a":"\x16\x03\x01"}`, '\u0016\u0003\u0001'],
  [String.raw`{"a":"\v"}`, '\v'],
  // What OpenLiteSpeed makes of the start of a program in PHP.
  [String.raw`{"a":"<\?php \?\\x41"}`, String.raw`<?php ?\x41`],
  // The backslash itself is escaped here, so nothing else is.
  [String.raw`{"a":"\\x41\\v\x41"}`, String.raw`\x41\vA`],
])('reads what Apache, nginx and OpenLiteSpeed write: %s', (text, value) => {
  expect(parseJson(text)).toEqual({ a: value });
});

it.each([String.raw`{"a":"\x4"}`, String.raw`{"a":"\xzz"}`, '{"a":"\\v', String.raw`\x22a\x22`])(
  'is undefined for what is no JSON even so: %s',
  (text) => {
    expect(parseJson(text)).toBeUndefined();
  },
);
