const TITLES: Record<string, string> = { api: 'API', worker: 'Worker' };
/** Fields that a person at a terminal does not need. */
const LEFT_OUT = ['level', 'time', 'name', 'pid', 'context', 'msg', 'err'];

/**
 * Returns a log line of the API or the worker in readable form: who says what, the other fields in
 * brackets, and below it the stack of an error. A line that is not a log line is returned
 * unchanged.
 */
export function readableLogLine(line: string): string {
  const record = parse(line);
  if (typeof record?.['msg'] !== 'string') return line;
  const { level, name, msg } = record;
  const fields = Object.entries(record)
    .filter(([field]) => !LEFT_OUT.includes(field))
    .map(
      ([field, value]) => `${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  const more = fields.length > 0 ? ` (${fields.join(', ')})` : '';
  const { stack } = (record['err'] ?? {}) as { stack?: string };
  const title = TITLES[String(name)] ?? String(name);
  return `${title}, ${String(level)}: ${msg}${more}${stack ? `\n${stack}` : ''}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
