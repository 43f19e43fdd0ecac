import { API_ERRORS, type ApiErrorCode } from '@app/contracts';
import { SECURITY_HEADERS } from '../../apps/api/src/server/security-headers.js';
import { errorShape } from '../support/shapes.js';
import type { WireAnswer } from '../support/wire.js';
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
 * status and never 500, JSON in its envelope, a request id, and nothing about the inside of the
 * service.
 */
export function faultsOf(answer: WireAnswer, bodiless = false): string[] {
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
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    faults.push(`content type ${headers.get('content-type')}`);
  return [...faults, ...faultsOfEnvelope(status, text)];
}

function faultsOfEnvelope(status: number, text: string): string[] {
  const body = parse(text);
  if (status === 200) return body?.success === true ? [] : [`no envelope: ${text.slice(0, 200)}`];
  const envelope = errorShape.safeParse(body);
  if (!envelope.success) return [`no envelope: ${text.slice(0, 200)}`];
  const { code, message } = envelope.data.error;
  const faults = message.length > 2_000 ? ['the message is endless'] : [];
  if (API_ERRORS[code as ApiErrorCode].status !== status) faults.push(`${status} is not ${code}`);
  return faults;
}

/** Returns what differs from a row of the corpus. */
export function differences(answer: WireAnswer, expected: Expected, bodiless = false): string[] {
  const faults = faultsOf(answer, bodiless);
  const status = expected.code ? API_ERRORS[expected.code].status : 200;
  if (answer.status !== status)
    faults.push(`status ${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`);
  if (bodiless) return faults;
  const body = parse(answer.text);
  const { code, message = '' } = body?.error ?? {};
  if (code !== expected.code) faults.push(`code ${code} instead of ${expected.code}`);
  if (expected.message && !expected.message.test(message))
    faults.push(`message ${JSON.stringify(message.slice(0, 300))} is not ${expected.message}`);
  if (expected.processed !== undefined && body?.processed !== expected.processed)
    faults.push(`processed ${body?.processed} instead of ${expected.processed}`);
  return faults;
}

interface Envelope {
  success?: boolean;
  processed?: number;
  error?: { code?: string; message?: string };
}

export function parse(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}
