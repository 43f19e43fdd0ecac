import { readTarget } from './target.js';

const faultOf = (text: string, allowPrivate = false) => {
  const read = readTarget(text, { allowPrivate, needsTls: !allowPrivate });
  return read.kind === 'refused' ? read.fault : read.url.href;
};

it.each([
  ['https://hooks.example', 'https://hooks.example/'],
  ['https://hooks.example:8443/a/b?c=d', 'https://hooks.example:8443/a/b?c=d'],
  ['HTTPS://Hooks.Example/A', 'https://hooks.example/A'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://hooks.example:1/', 'https://hooks.example:1/'],
  ['https://hooks.example:65535/', 'https://hooks.example:65535/'],
  ['https://1.1.1.1/', 'https://1.1.1.1/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
])('takes %s', (text, href) => {
  expect(faultOf(text)).toBe(href);
});

it.each([
  ['', 'no_url'],
  ['hooks.example/a', 'no_url'],
  ['ftp://hooks.example', 'no_url'],
  ['file:///etc/passwd', 'no_url'],
  ['javascript:alert(1)', 'no_url'],
  ['https://', 'no_url'],
  ['https://hooks.example/a b', 'no_url'],
  ['https://hooks.exa\nmple/', 'no_url'],
  ['https://hooks.example\\@127.0.0.1/', 'no_url'],
  ['https://hooks.example/\0', 'no_url'],
  ['https://hooks.example:99999/', 'no_url'],
  [`https://hooks.example/${'a'.repeat(2_048)}`, 'no_url'],
  // Each of these needs six characters when it is written.
  [`https://hooks.example/${'ü'.repeat(400)}`, 'no_url'],
  ['https://hooks.example:0/', 'no_port'],
  ['https://hooks.example:00000', 'no_port'],
  ['https://hooks.example:-1/', 'no_url'],
  ['http://hooks.example/', 'not_https'],
  ['https://user@hooks.example/', 'has_credentials'],
  ['https://:secret@hooks.example/', 'has_credentials'],
  ['https://hooks.example/#', 'has_fragment'],
  ['https://hooks.example/#a', 'has_fragment'],
  ['https://127.0.0.1/', 'not_public'],
  ['https://2130706433/', 'not_public'],
  ['https://0x7f.1/', 'not_public'],
  ['https://0177.0.0.1/', 'not_public'],
  ['https://127.1/', 'not_public'],
  ['https://①②⑦.0.0.1/', 'not_public'],
  ['https://169.254.169.254/latest/meta-data', 'not_public'],
  ['https://[::1]/', 'not_public'],
  ['https://[::ffff:10.0.0.1]/', 'not_public'],
  ['https://[fe80::1]/', 'not_public'],
  ['https://0/', 'not_public'],
  ['https://localhost/', 'not_public'],
  ['https://LOCALHOST./', 'not_public'],
  ['https://api.localhost/', 'not_public'],
])('refuses %j', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

it('takes private hosts and plain HTTP if the operator allows it, and nothing else', () => {
  expect(faultOf('http://127.0.0.1:8080/hook', true)).toBe('http://127.0.0.1:8080/hook');
  expect(faultOf('http://localhost/', true)).toBe('http://localhost/');
  expect(faultOf('https://[::1]/', true)).toBe('https://[::1]/');
  expect(faultOf('http://127.0.0.1:0/', true)).toBe('no_port');
  expect(faultOf('ftp://127.0.0.1/', true)).toBe('no_url');
  expect(faultOf('http://user@127.0.0.1/', true)).toBe('has_credentials');
  expect(faultOf('http://127.0.0.1/#a', true)).toBe('has_fragment');
});

it('takes plain HTTP where nothing needs TLS, on hosts of the internet only', () => {
  const rules = { allowPrivate: false, needsTls: false };
  expect(readTarget('http://shop.example/robots.txt', rules)).toMatchObject({ kind: 'target' });
  expect(readTarget('http://127.0.0.1/', rules)).toEqual({ kind: 'refused', fault: 'not_public' });
});
