import { redirectedTo } from './redirect.js';

const from = new URL('https://bots.example/list.json');

it.each([
  ['/other.json', 'https://bots.example/other.json'],
  ['https://www.bots.example/list.json', 'https://www.bots.example/list.json'],
  ['//bots.example/x', 'https://bots.example/x'],
])('follows %s', (location, expected) => {
  expect(String(redirectedTo(from, location))).toBe(expected);
});

it.each([
  [null, 'names no address'],
  ['http://[', 'names no address'],
  ['http://bots.example/list.json', 'a redirect to http://bots.example is not followed'],
  ['http://169.254.169.254/latest/meta-data', 'http://169.254.169.254'],
  ['https://127.0.0.1/', 'https://127.0.0.1'],
  ['https://localhost:8443/', 'https://localhost:8443'],
  ['https://bots.example:6379/', 'https://bots.example:6379'],
  ['https://bots.example.evil.example/', 'is not followed'],
  ['https://evilbots.example/', 'is not followed'],
  ['https://me:secret@bots.example/', 'has a password'],
  ['file:///etc/passwd', 'is not followed'],
  ['data:application/json,{}', 'is not followed'],
])('does not follow %s', (location, fault) => {
  expect(redirectedTo(from, location)).toEqual({
    fault: expect.stringContaining(fault) as string,
  });
});
