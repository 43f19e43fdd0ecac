import type { LogEntryInput } from '@app/contracts';

type Fields = { readonly [F in keyof LogEntryInput]?: unknown };

/**
 * Returns the used fields of an entry that plainly fits `logEntrySchema`. Returns undefined when
 * the schema must check the entry; the schema also writes the message of a fault. Almost every
 * entry is plain.
 */
export function plainEntry(value: unknown): LogEntryInput | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields: Fields = value;
  const { timestamp, method, host, path, ip } = fields;
  const { status_code: status, user_agent: userAgent, referer = null } = fields;
  const plain =
    (typeof timestamp === 'string' || isFinite(timestamp)) &&
    typeof method === 'string' &&
    typeof host === 'string' &&
    typeof path === 'string' &&
    typeof ip === 'string' &&
    typeof userAgent === 'string' &&
    isStatus(status) &&
    (referer === null || typeof referer === 'string') &&
    hasPlainExtras(fields);
  return plain
    ? {
        timestamp,
        method,
        host,
        path,
        status_code: status,
        ip,
        user_agent: userAgent,
        referer: referer ?? undefined,
        content_type: undefined,
      }
    : undefined;
}

/** Checks fields that are validated but not used. Parameters are left to the schema. */
function hasPlainExtras(fields: Fields): boolean {
  const { query_params: query = null, content_type: type = null } = fields;
  return (
    query === null &&
    (type === null || typeof type === 'string') &&
    isCount(fields.bytes_sent) &&
    isCount(fields.duration_ms)
  );
}

const isFinite = (value: unknown): value is number => Number.isFinite(value);

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 999;

const isCount = (value: unknown): boolean =>
  value === undefined || value === null || (isFinite(value) && value >= 0);
