import { request as askPlainly, Agent as PlainAgent, type IncomingMessage } from 'node:http';
import { request as askSecretly, Agent as SecretAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** A message, and where it goes. */
export interface Letter {
  url: URL;
  /** The only addresses that a connection may go to. They were checked before. */
  addresses: readonly string[];
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The certificates that are trusted; by default those of Node. */
  ca?: string | undefined;
}

/** What came of a request. `retryAfter` is the header as it came. */
export type Posted =
  | { kind: 'answered'; status: number; retryAfter: string | undefined }
  | { kind: 'no_connection' | 'not_trusted' | 'no_answer' };

/** A receiver that says more than this is not listened to. */
const MOST_ANSWER_BYTES = 4_096;
/** How long the rest of an answer may take whose status is there. */
const REST_MS = 1_000;
/** One of several addresses may take this long to accept a connection before the next one is tried. */
const CONNECTING = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 3_000 };
/** Errors of Node and OpenSSL about certificates and the handshake of TLS. */
const TLS_ERROR =
  /^(?:ERR_TLS_|ERR_SSL_|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
const CONNECTION_ERROR =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM|ETIMEDOUT|EHOSTDOWN|ENETDOWN)$/;

/**
 * Sends one POST request and returns the status of the answer. Redirects are answers like others. The
 * connection is a new one to one of the given addresses, without a proxy, whatever the environment
 * says.
 *
 * @param signal ends everything
 */
export function post(letter: Letter, signal: AbortSignal): Promise<Posted> {
  const { url, addresses, headers, body, ca } = letter;
  const isSecret = url.protocol === 'https:';
  const ask = isSecret ? askSecretly : askPlainly;
  return new Promise((resolve) => {
    const request = ask(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` },
      agent: isSecret ? new SecretAgent({ ...CONNECTING, ca }) : new PlainAgent(CONNECTING),
      lookup: lookUpOf(addresses),
      signal,
    });
    request.on('response', (response) => {
      void discard(response).then(() => {
        request.destroy();
        const { statusCode = 0, headers } = response;
        resolve({ kind: 'answered', status: statusCode, retryAfter: headers['retry-after'] });
      });
    });
    request.on('error', (error) => resolve({ kind: kindOf(error) }));
    // Nothing speaks another protocol here.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      const { statusCode = 0 } = response;
      resolve({ kind: 'answered', status: statusCode, retryAfter: undefined });
    });
    request.end(body);
  });
}

/** Answers every name with the addresses that were checked, so that no look-up can say another one. */
function lookUpOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    const [first] = found;
    if (options.all) callback(null, found);
    else if (first) callback(null, first.address, first.family);
  };
}

/** Lets a short answer end, so that its sender sees no error. Nothing of it is kept. */
function discard(response: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, REST_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_ANSWER_BYTES) end();
    });
    response.on('close', end);
    response.on('error', end);
  });
}

function kindOf(error: NodeJS.ErrnoException): 'no_connection' | 'not_trusted' | 'no_answer' {
  const code = error.code ?? '';
  if (TLS_ERROR.test(code)) return 'not_trusted';
  return CONNECTION_ERROR.test(code) ? 'no_connection' : 'no_answer';
}
