import {
  canonicalHost,
  type LogEntry,
  type LogEntryInput,
  sanitisePath,
  sanitiseUserAgent,
  withoutQuery,
} from '@app/contracts';
import { sanitiseAddress } from './address.js';
import { OTHER_METHOD, sanitiseMethod } from './method.js';
import { sanitiseReferer } from './referer.js';

/** How often a field of a batch lost something a visitor had put into it. */
export type SanitisedFields = Partial<
  Record<'method' | 'host' | 'path' | 'ip' | 'user_agent', number>
>;

/**
 * A valid entry as it is queued. What a visitor can control never refuses it: it is put right and
 * counted in `sanitised`.
 */
export function sanitiseEntry(
  input: LogEntryInput,
  time: number,
  sanitised: SanitisedFields,
): LogEntry {
  const entry: LogEntry = {
    time,
    method: sanitiseMethod(input.method),
    host: canonicalHost(input.host),
    path: sanitisePath(input.path),
    statusCode: input.status_code,
    ip: sanitiseAddress(input.ip),
    userAgent: sanitiseUserAgent(input.user_agent),
    referer: sanitiseReferer(input.referer),
  };
  const count = (field: keyof SanitisedFields) => (sanitised[field] = (sanitised[field] ?? 0) + 1);
  if (entry.method === OTHER_METHOD && input.method !== OTHER_METHOD) count('method');
  if (entry.host === '' && input.host !== '') count('host');
  if (!withoutQuery(input.path).endsWith(entry.path)) count('path');
  if (entry.ip === null && input.ip !== '') count('ip');
  if (entry.userAgent !== input.user_agent) count('user_agent');
  return entry;
}
