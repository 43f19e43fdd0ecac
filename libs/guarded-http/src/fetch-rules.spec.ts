import { loadConfig } from '@app/config';
import { fetchRulesOf, judgeFetchUrl } from './fetch-rules.js';

const rulesOf = (env: Record<string, string>, addresses: string[]) => ({
  ...fetchRulesOf(loadConfig(env)),
  resolve: () => Promise.resolve(addresses),
});
const OUTSIDE = rulesOf({}, ['93.184.216.34']);
const INSIDE = { FETCH_ALLOW_PRIVATE: 'true' };

it('takes addresses of the internet, with or without TLS', async () => {
  for (const url of ['http://shop.example/sitemap.xml', 'https://shop.example:8443/a?b'])
    expect(await judgeFetchUrl(url, OUTSIDE)).toEqual({ kind: 'accepted', url });
});

it.each([
  ['shop.example', OUTSIDE, /^must be an address like .*2048 characters$/],
  ['file:///etc/passwd', OUTSIDE, /^must be an address like/],
  ['https://a:b@shop.example/', OUTSIDE, /^must have no user name/],
  ['https://shop.example/#a', OUTSIDE, /^must have no #/],
  ['http://127.0.0.1/', OUTSIDE, /^must be on a host of the internet.*FETCH_ALLOW_PRIVATE$/],
  ['https://shop.example/', rulesOf({}, ['10.0.0.1']), /^must be on a host of the internet/],
  ['https://shop.example/', rulesOf({}, []), /^must be on a host of the internet/],
  ['https://shop.example/', rulesOf(INSIDE, []), /^must be on a host that has an address/],
])('says what is wrong with %s', async (url, rules, fault) => {
  expect(await judgeFetchUrl(url, rules)).toEqual({
    kind: 'refused',
    fault: expect.stringMatching(fault) as string,
  });
});

it('takes private addresses only where the operator allows them', async () => {
  const url = 'http://127.0.0.1:8080/sitemap.xml';
  expect(await judgeFetchUrl(url, rulesOf(INSIDE, []))).toEqual({ kind: 'accepted', url });
  expect(fetchRulesOf(loadConfig({}))).toMatchObject({ allowPrivate: false, needsTls: false });
});
