import type { ApiErrorCode } from '@app/contracts';
import { get, type Headers, raw, type Row } from '../row.js';

const SECRET = 'A'.repeat(43);
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** A request of a browser, which sends no key. */
function ask(method: string, target: string, headers: Headers, body?: string) {
  const all = {
    Host: '127.0.0.1',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return raw(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, bytes);
}

/** Cookies that are those of the service by their name, and no session. */
const COOKIES: [string, string][] = [
  ['a word', 'botgauge=x'],
  ['a secret that nobody has', `botgauge=${SECRET}`],
  ['a secret in quotes', `botgauge="${SECRET}"`],
  ['a longer secret', `botgauge=${SECRET}A`],
  ['an API Key', 'botgauge={{api}}'],
  ['SQL', "botgauge=' OR '1'='1"],
  ['a NUL, coded', 'botgauge=%00'],
  ['an equals sign', 'botgauge==' + SECRET],
  ['bytes above ASCII', 'botgauge=\xe9\xff'],
  ['12 KB', `botgauge=${'A'.repeat(12_000)}`],
];

/** Cookies of readers of shared links that there are not. */
const OF_READERS: [string, string][] = [
  ['no token', 'botgauge=share.'],
  ['a word for a token', 'botgauge=share.x'],
  ['a token that nobody has', `botgauge=share.${SECRET}`],
  ['a longer token', `botgauge=share.${SECRET}A`],
  ['two tokens', `botgauge=share.${SECRET}.${SECRET}`],
  ['an API Key for a token', 'botgauge=share.{{api}}'],
  ['a NUL, coded, for a token', 'botgauge=share.%00'],
];

/** Cookies that are others. */
const OTHERS: [string, string][] = [
  ['nothing', ''],
  ['white space', ' \t '],
  ['semicolons', ';;;;'],
  ['a name without value', 'botgauge'],
  ['an empty value', 'botgauge='],
  ['another case', `BOTGAUGE=${SECRET}`],
  ['the name for HTTPS', `__Host-botgauge=${SECRET}`],
  ['a longer name', `xbotgauge=${SECRET}`],
  ['a name of objects', `__proto__=${SECRET}; constructor=${SECRET}`],
  ['3,000 pairs', Array.from({ length: 3_000 }, () => 'a=b').join(';')],
];

const REPORTS: Row[] = [
  ...COOKIES.map(([name, cookie]): Row => ({
    name: `a report with ${name} in the cookie`,
    request: ask('GET', '/api/v1/websites', { cookie }),
    code: 'UNAUTHORIZED',
    message: /^This session has ended: sign in again$/,
  })),
  ...OF_READERS.map(([name, cookie]): Row => ({
    name: `a report with ${name} in the cookie`,
    request: ask('GET', '/api/v1/websites/{{id}}/bots', { cookie }),
    code: 'UNAUTHORIZED',
    message: /^This shared link was revoked or has expired: ask for another one/,
  })),
  ...OTHERS.map(([name, cookie]): Row => ({
    name: `a report with ${name} for a cookie`,
    request: ask('GET', '/api/v1/websites', { cookie }),
    code: 'UNAUTHORIZED',
    message: /^Send a valid key in the x-api-key header$/,
  })),
  ...[...COOKIES, ...OF_READERS, ...OTHERS].flatMap(([name, cookie]): Row[] => [
    {
      name: `a report with a key, and ${name} in the cookie`,
      request: get('/api/v1/websites', { cookie }),
    },
    {
      name: `the own session with ${name} in the cookie`,
      request: ask('GET', '/api/v1/session', { cookie }),
    },
    {
      name: `logs with ${name} in the cookie`,
      request: ask('POST', '/api/v1/logs/custom', { cookie, ...OWN_PAGE }, '[]'),
      code: 'UNAUTHORIZED',
      message: /^Send a valid key in the x-api-key header$/,
    },
  ]),
  {
    name: 'a report with two different cookies',
    request: ask('GET', '/api/v1/websites', { cookie: `botgauge=${SECRET}; botgauge=x` }),
    code: 'UNAUTHORIZED',
    message: /^This browser has several cookies/,
  },
];

const BODIES: [string, ApiErrorCode][] = [
  ['', 'INVALID_JSON'],
  ['{', 'INVALID_JSON'],
  [`${'['.repeat(20_000)}`, 'INVALID_JSON'],
  ['null', 'VALIDATION_ERROR'],
  ['[]', 'VALIDATION_ERROR'],
  ['"api_x"', 'VALIDATION_ERROR'],
  ['{}', 'VALIDATION_ERROR'],
  ['{"api_key":null}', 'VALIDATION_ERROR'],
  ['{"api_key":""}', 'VALIDATION_ERROR'],
  ['{"api_key":["{{api}}"]}', 'VALIDATION_ERROR'],
  ['{"api_key":{"$ne":null}}', 'VALIDATION_ERROR'],
  ['{"api_key":1}', 'VALIDATION_ERROR'],
  ['{"code":true}', 'VALIDATION_ERROR'],
  [`{"code":"${'a'.repeat(201)}"}`, 'VALIDATION_ERROR'],
  [`{"api_key":"api_x","code":"${SECRET}"}`, 'VALIDATION_ERROR'],
  ['{"api_key":"api_x","scope":"full"}', 'VALIDATION_ERROR'],
  ['{"__proto__":{"code":"x"}}', 'VALIDATION_ERROR'],
  ['{"api_key":"api_x"}', 'UNAUTHORIZED'],
  ['{"api_key":"\\u0000"}', 'UNAUTHORIZED'],
  [`{"code":"${SECRET}"}`, 'UNAUTHORIZED'],
  ['{"code":"\\u0000"}', 'UNAUTHORIZED'],
  ['{"code":"\\ud800"}', 'UNAUTHORIZED'],
  [JSON.stringify({ code: 'a'.repeat(65_536) }), 'PAYLOAD_TOO_LARGE'],
  ['{"share":""}', 'VALIDATION_ERROR'],
  ['{"share":1}', 'VALIDATION_ERROR'],
  [`{"share":"${SECRET}","code":"${SECRET}"}`, 'VALIDATION_ERROR'],
  ['{"share":"x","api_key":"api_x"}', 'VALIDATION_ERROR'],
  [`{"share":"${SECRET}"}`, 'UNAUTHORIZED'],
  [`{"share":"share.${SECRET}"}`, 'UNAUTHORIZED'],
  ['{"share":"{{api}}"}', 'UNAUTHORIZED'],
  ['{"share":"\\u0000"}', 'UNAUTHORIZED'],
];

const SIGNING_IN: Row[] = [
  ...BODIES.flatMap(([body, code]): Row[] => [
    {
      name: `to sign in with ${body.length} bytes ${body.slice(0, 30)}`,
      request: ask('POST', '/api/v1/session', OWN_PAGE, body),
      code,
    },
    {
      name: `to sign in from elsewhere with ${body.length} bytes ${body.slice(0, 30)}`,
      request: ask('POST', '/api/v1/session', { origin: 'https://evil.test' }, body),
      code: 'FORBIDDEN',
      message: /^Only the page at http/,
    },
  ]),
  ...['POST', 'DELETE'].map((method): Row => ({
    name: `${method} of the session by a program`,
    request: get('/api/v1/session', { Host: '127.0.0.1' }, method),
    code: 'FORBIDDEN',
    message: /Programs send an API Key in the header x-api-key instead$/,
  })),
  {
    name: 'to sign out without a session',
    request: ask('DELETE', '/api/v1/session', OWN_PAGE),
  },
  {
    name: 'a parameter of lists for the own session',
    request: ask('GET', '/api/v1/session?format=csv', {}),
    code: 'VALIDATION_ERROR',
  },
  {
    name: 'another method of the session',
    request: get('/api/v1/session', {}, 'PUT'),
    code: 'METHOD_NOT_ALLOWED',
  },
];

const SHARES: Row[] = [
  ...['sh_0', 'sh_%00', 'SH_0', '..%2f', '%F0%9F%98%80', "sh_'", '0'].map((id): Row => ({
    name: `to revoke the shared link ${id}`,
    request: get(`/api/v1/shares/${id}`, {}, 'DELETE'),
    code: 'NOT_FOUND',
    message: /^There is no such shared link in this account$/,
  })),
  {
    name: 'a parameter of reports for shared links',
    request: get('/api/v1/websites/{{id}}/shares?sort=name'),
    code: 'VALIDATION_ERROR',
  },
  {
    name: 'shared links of a website that is none',
    request: get('/api/v1/websites/ws_%00/shares'),
    code: 'NOT_FOUND',
  },
];

const IDS: Row[] = ['ses_0', 'ses_%00', 'SES_0', '..%2f', '%F0%9F%98%80', "ses_'", '0'].map(
  (id): Row => ({
    name: `to end the session ${id}`,
    request: get(`/api/v1/sessions/${id}`, {}, 'DELETE'),
    code: 'NOT_FOUND',
    message: /^There is no such session in this account$/,
  }),
);

export const SESSIONS: Row[] = [...REPORTS, ...SIGNING_IN, ...IDS, ...SHARES];
