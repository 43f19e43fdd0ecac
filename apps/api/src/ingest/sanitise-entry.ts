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
export type SanitisingReason = 'replaced' | 'cleaned' | 'cut' | 'completed';

/** How often the fields of a batch were changed, by reason. */
export type SanitisedFields = Partial<
  Record<SanitisedField, Partial<Record<SanitisingReason, number>>>
>;

/** A text in the form that is queued, and how it was changed if something of it was lost. */
export interface SanitisedText<Value = string> {
  value: Value;
  reason: SanitisingReason | undefined;
}

/**
 * The rule of each field whose text a visitor controls. Nothing but the text decides, so what came
 * out may be remembered for the same text.
 */
export const SANITISERS = {
  method(text: string): SanitisedText {
    const value = sanitiseMethod(text);
    return of(value, value === OTHER_METHOD && text !== OTHER_METHOD ? 'replaced' : undefined);
  },
  host(text: string): SanitisedText {
    const value = canonicalHost(text);
    return of(value, value === '' && text !== '' ? 'replaced' : undefined);
  },
  path(text: string): SanitisedText {
    const value = sanitisePath(text);
    if (value === text) return of(value, undefined);
    const path = withoutQuery(text);
    return of(value, path.endsWith(value) ? undefined : pathReason(path, value));
  },
  ip(text: string): SanitisedText<string | null> {
    const value = canonicalAddress(text);
    return of(value, value === null && text !== '' ? 'replaced' : undefined);
  },
  user_agent(text: string): SanitisedText {
    const value = sanitiseUserAgent(text);
    return of(value, value === text ? undefined : isClean(text) ? 'cut' : 'cleaned');
  },
  referer(text: string): SanitisedText<string | null> {
    return of(sanitiseReferer(text), undefined);
  },
  /** The empty text means that there is none. */
  signature_agent(text: string): SanitisedText {
    if (!isPresent(text)) return of('', undefined);
    const value = signatureAgentHost(text);
    return of(value, value === '' ? 'replaced' : undefined);
  },
};

function of<Value>(
  value: Value,
  reason: SanitisingReason | undefined,
): { value: Value; reason: SanitisingReason | undefined } {
  return { value, reason };
}

/**
 * Returns a valid entry in the form that is queued. Values that a visitor controls never cause a
 * refusal: they are corrected and counted in `sanitised`.
 */
export function sanitiseEntry(
  input: LogEntryInput,
  time: number,
  sanitised: SanitisedFields,
): LogEntry {
  const method = SANITISERS.method(input.method);
  const host = SANITISERS.host(input.host);
  const path = SANITISERS.path(input.path);
  const ip = SANITISERS.ip(input.ip);
  const userAgent = SANITISERS.user_agent(input.user_agent);
  countSanitised(sanitised, 'method', method);
  countSanitised(sanitised, 'host', host);
  countSanitised(sanitised, 'path', path);
  countSanitised(sanitised, 'ip', ip);
  countSanitised(sanitised, 'user_agent', userAgent);
  const entry: LogEntry = {
    time,
    method: method.value,
    host: host.value,
    path: path.value,
    statusCode: input.status_code,
    ip: ip.value,
    userAgent: userAgent.value,
    referer: sanitiseReferer(input.referer),
  };
  if (input.signature_agent === undefined) return entry;
  const signer = SANITISERS.signature_agent(input.signature_agent);
  countSanitised(sanitised, 'signature_agent', signer);
  if (signer.value !== '') entry.signatureAgent = signer.value;
  return entry;
}

/** Counts a text of which something was lost. */
export function countSanitised(
  sanitised: SanitisedFields,
  field: SanitisedField,
  { reason }: Pick<SanitisedText<unknown>, 'reason'>,
): void {
  if (reason === undefined) return;
  const reasons = (sanitised[field] ??= {});
  reasons[reason] = (reasons[reason] ?? 0) + 1;
}

/** Logs write `-` for a missing value. */
function isPresent(text: string): boolean {
  return text !== '' && text !== '-';
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
