import { API_ERRORS } from '@app/contracts';
import { SECURITY_HEADERS } from '../../apps/api/src/server/security-headers.js';
import type { WireAnswer } from '../support/wire.js';
import { type AnswerForm, ENVELOPE } from './answer-forms.js';
import type { Expected } from './row.js';

const DOCUMENTED = new Set<number>([
  200,
  304,
  ...Object.values(API_ERRORS)
    .map(({ status }) => status)
    .filter((status) => status !== 500),
]);
const REQUEST_ID = /^[\w.-]{1,128}$/;
/** Text that would tell a stranger how the service is made: stack frames, files, versions. */
const TELLTALE =
  /\bat \S+ \(|node_modules|\.[jt]s:\d|SyntaxError|TypeError|FST_|HPE_|ERR_|\bfastify\b|\bnestjs?\b|SQLSTATE/i;
const BANNERS = ['server', 'x-powered-by', 'via'];

/**
 * Returns what is wrong with an answer. Every answer, whatever was sent, must have a documented
 * status and never 500, the form of its route, a request id, and nothing about the inside of the
 * service.
 */
export function faultsOf(
  answer: WireAnswer,
  bodiless = false,
  form: AnswerForm = ENVELOPE,
): string[] {
  const faults: string[] = [];
  const { status, headers, text } = answer;
  if (!DOCUMENTED.has(status)) faults.push(`status ${status} is not documented`);
  if (!REQUEST_ID.test(headers.get('x-request-id') ?? '')) faults.push('X-Request-Id is missing');
  // What has an ETag may be kept by the client that asked for it, and nothing else.
  const cached = headers.has('etag') ? { 'cache-control': 'private, no-cache' } : {};
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...cached }))
    if (headers.get(name) !== value) faults.push(`${name} is ${headers.get(name)}`);
  if (headers.has('etag') && status !== 200 && status !== 304) faults.push('an ETag of no report');
  if (status === 304) return text === '' && headers.has('etag') ? faults : [...faults, 'odd 304'];
  for (const name of BANNERS) if (headers.has(name)) faults.push(`${name} tells what serves`);
  const head = [...headers].map((header) => header.join()).join();
  if (TELLTALE.test(text) || TELLTALE.test(head)) faults.push(`it tells about the inside: ${text}`);
  if (bodiless) return faults;
  if (headers.get('content-type') !== form.contentType)
    faults.push(`content type ${headers.get('content-type')}`);
  const said = form.read(status, answer.body);
  if (said.message && said.message.length > 2_000) faults.push('the message is endless');
  return [...faults, ...said.faults];
}

/** Returns what differs from a row of the corpus. */
export function differences(answer: WireAnswer, expected: Expected, bodiless = false): string[] {
  const { form = ENVELOPE } = expected;
  const faults = faultsOf(answer, bodiless, form);
  if (expected.mayBeTaken && answer.status === 200) return faults;
  const status = expected.code ? API_ERRORS[expected.code].status : 200;
  if (answer.status !== status)
    faults.push(`status ${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`);
  if (bodiless) return faults;
  const { code, message = '', processed } = form.read(answer.status, answer.body);
  // The forms of some senders have no code.
  if (code !== undefined && code !== expected.code)
    faults.push(`code ${code} instead of ${expected.code}`);
  if (expected.message && !expected.message.test(message))
    faults.push(`message ${JSON.stringify(message.slice(0, 300))} is not ${expected.message}`);
  if (expected.processed !== undefined && processed !== expected.processed)
    faults.push(`processed ${processed} instead of ${expected.processed}`);
  return faults;
}
