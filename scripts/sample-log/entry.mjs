/** What an origin tells others of the page that led to it. */
const originOf = ({ host }) => `https://${host}/`;

export const addressOf = ({ host, path }) => `https://${host}${path}`;

/** The referer that a browser sends by default: the whole address stays within the origin. */
export const refererFrom = (page, target) =>
  page.host === target.host ? addressOf(page) : originOf(page);

/**
 * Returns a log entry.
 *
 * @param client `ip`, `agent` and `protocol`; `signatureAgent` where it names itself in that header
 * @param target `host`, `path` and `bytes` of what is asked for
 * @param rest `method`, by default GET; `status`, by default 200; `referer`; `mode` and `purpose`,
 *   the headers `Sec-Fetch-Mode` and `Sec-Purpose`, where the client sends them
 */
export function entryOf(time, client, target, rest = {}) {
  const { method = 'GET', status = 200, referer, mode = '', purpose } = rest;
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  return {
    timestamp: new Date(Math.floor(time)).toISOString(),
    method,
    host: target.host,
    path: target.path,
    status_code: status,
    ip: client.ip,
    user_agent: client.agent,
    ...(referer ? { referer } : {}),
    protocol: client.protocol,
    bytes_sent: hasBody ? bytesOf(target, status) : 0,
    // The empty text says that the log has the header, and that this client did not send it.
    sec_fetch_mode: mode,
    ...(purpose ? { sec_purpose: purpose } : {}),
    ...(client.signatureAgent ? { signature_agent: client.signatureAgent } : {}),
  };
}

const ERROR_BYTES = 1_214;

const bytesOf = ({ bytes = ERROR_BYTES }, status) =>
  status === 303 ? 0 : status >= 400 ? ERROR_BYTES : bytes;
