import {
  canonicalAddress,
  canonicalHost,
  cleanStart,
  isClean,
  type LogEntry,
  type LogEntryInput,
  sanitisePath,
  sanitiseUserAgent,
  signatureAgentHost,
  withoutQuery,
} from '@app/contracts';

/** Matches a token of RFC 9110 of at most 32 characters. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
const OTHER_METHOD = 'OTHER';
const MAX_REFERER_BYTES = 2048;

type SanitisedField = 'method' | 'host' | 'path' | 'ip' | 'user_agent' | 'signature_agent';

/**
 * How a field was changed. `replaced`: the text was not of the field's kind at all. `cleaned`:
 * control characters and halves of characters were removed. `cut`: it was cut to the maximum
 * length. `completed`: a leading slash was added.
 */
type SanitisingReason = 'replaced' | 'cleaned' | 'cut' | 'completed';

/** How often the fields of a batch were changed, by reason. */
export type SanitisedFields = Partial<
  Record<SanitisedField, Partial<Record<SanitisingReason, number>>>
>;

/**
 * Returns a valid entry in the form that is queued. Values that a visitor controls never cause a
 * refusal: they are corrected and counted in `sanitised`.
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
    ip: canonicalAddress(input.ip),
    userAgent: sanitiseUserAgent(input.user_agent),
    referer: sanitiseReferer(input.referer),
  };
  const count = (field: SanitisedField, reason: SanitisingReason) => {
    const reasons = (sanitised[field] ??= {});
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  };
  if (entry.method === OTHER_METHOD && input.method !== OTHER_METHOD) count('method', 'replaced');
  if (entry.host === '' && input.host !== '') count('host', 'replaced');
  const path = withoutQuery(input.path);
  if (!path.endsWith(entry.path)) count('path', pathReason(path, entry.path));
  if (entry.ip === null && input.ip !== '') count('ip', 'replaced');
  if (entry.userAgent !== input.user_agent)
    count('user_agent', isClean(input.user_agent) ? 'cut' : 'cleaned');
  const { signature_agent: signer } = input;
  if (isPresent(signer)) {
    const host = signatureAgentHost(signer);
    if (host === '') count('signature_agent', 'replaced');
    else entry.signatureAgent = host;
  }
  return entry;
}

/** Logs write `-` for a missing value. */
function isPresent(text: string | undefined): text is string {
  return text !== undefined && text !== '' && text !== '-';
}

/** A text that was both cleaned and cut counts as cleaned. */
function pathReason(before: string, after: string): SanitisingReason {
  if (!isClean(before)) return 'cleaned';
  return after.endsWith(before) ? 'completed' : 'cut';
}

export function sanitiseMethod(method: string): string {
  return TOKEN.test(method) ? method.toUpperCase() : OTHER_METHOD;
}

/** Returns the referer without query and fragment, or null when there was none (logs write `-`). */
export function sanitiseReferer(referer: string | undefined): string | null {
  if (referer === undefined) return null;
  const cleaned = cleanStart(withoutQuery(referer), MAX_REFERER_BYTES);
  return cleaned === '' || cleaned === '-' ? null : cleaned;
}
