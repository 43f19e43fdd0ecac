import { localUrl, publicUrl } from './addresses.js';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['::1', 'http://[::1]:80'],
  ['example.com', 'http://example.com:80'],
])('a server that listens on %s is reached at %s', (host, expected) => {
  expect(localUrl(host, 80)).toBe(expected);
});

it('shows PUBLIC_URL, or otherwise where the API listens', () => {
  const listens = { HOST: '0.0.0.0', PORT: 0 };
  expect(publicUrl({ ...listens, PUBLIC_URL: undefined }, 4000)).toBe('http://127.0.0.1:4000');
  expect(publicUrl({ ...listens, PUBLIC_URL: 'https://logs.example' }, 4000)).toBe(
    'https://logs.example',
  );
});
