// Log entries as the lines of logs, for the formats that the benchmark reads.
import type { SentLogEntry } from '@app/contracts';
import type { LogFormatName } from '@app/log-formats';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How a log writes an entry. */
export const LINES = {
  combined: ({ timestamp, method, path, status_code, ip, referer, user_agent }) =>
    `${ip} - - [${clfTime(timestamp)}] "${method} ${path} HTTP/1.1" ${status_code} 5120 ` +
    `"${referer ?? '-'}" "${user_agent}"`,
  cloudflare: (entry) =>
    JSON.stringify({
      RayID: '8f00aa11bb22cc33',
      EdgeStartTimestamp: entry.timestamp,
      EdgeEndTimestamp: entry.timestamp,
      ClientIP: entry.ip,
      ClientRequestHost: entry.host,
      ClientRequestMethod: entry.method,
      ClientRequestURI: entry.path,
      ClientRequestUserAgent: entry.user_agent,
      ClientRequestReferer: entry.referer ?? '',
      ClientRequestSource: 'eyeball',
      ParentRayID: '00',
      WorkerSubrequest: false,
      EdgeResponseStatus: entry.status_code,
      EdgeResponseBytes: 5120,
      EdgeResponseContentType: 'text/html',
      CacheCacheStatus: 'hit',
      EdgeColoCode: 'FRA',
    }),
} satisfies Partial<Record<LogFormatName, (entry: SentLogEntry) => string>>;

function clfTime(timestamp: SentLogEntry['timestamp']): string {
  const [day = '', time = ''] = new Date(timestamp).toISOString().split('T');
  const [year, month, date] = day.split('-');
  return `${date}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}
