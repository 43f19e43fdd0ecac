import { canonicalHost } from './host.js';

describe('canonicalHost', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com:8443', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a_b.example.com', 'a_b.example.com'],
    ['192.0.2.7:80', '192.0.2.7'],
    ['[2001:DB8::1]:443', '[2001:db8::1]'],
    ['localhost', 'localhost'],
    [' example.com ', 'example.com'],
    ['', ''],
    ['-', ''],
    ['exa mple.com', ''],
    ['user@example.com', ''],
    ['example.com/path', ''],
    ['<script>', ''],
    ['256.1.1.1', ''],
    ['%65xample.com', ''],
    [`${'a'.repeat(300)}.com`, ''],
  ])('%j is %j', (text, host) => {
    expect(canonicalHost(text)).toBe(host);
  });
});
