import {
  request as askPlainly,
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
} from 'node:http';
import { request as askSecretly, Agent as SecretAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** A request, and where it goes. */
export interface Order {
  method: 'GET' | 'POST';
  url: URL;
  /** The only addresses that a connection may go to. They were checked before. */
  addresses: readonly string[];
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** The certificates that are trusted; by default those of Node. */
  ca?: string | undefined;
  /** How long a host may take until the connection stands, with TLS; by default as long as the rest. */
  connectMs?: number | undefined;
}

/**
 * `no_connection`: no host at these addresses takes one. `not_trusted`: the host does not show that
 * it is the one, or speaks no TLS. `no_answer`: it says nothing, or not what HTTP allows.
 */
export type NoAnswer = { kind: 'no_connection' | 'not_trusted' | 'no_answer' };

/** The beginning of an answer. Whoever gets it must end it with `close`. */
export interface Opened {
  kind: 'opened';
  response: IncomingMessage;
  close: () => void;
}

/** One of several addresses may take this long to accept a connection before the next one is tried. */
const CONNECTING = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 3_000 };
/** Answers before the answer (1xx), of which each may have as many headers as the answer. */
const MOST_INFORMATION = 16;
/** Errors of Node and OpenSSL about certificates and the handshake of TLS. */
const TLS_ERROR =
  /^(?:ERR_TLS_|ERR_SSL_|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
const CONNECTION_ERROR =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM|ETIMEDOUT|EHOSTDOWN|ENETDOWN)$/;

/**
 * Sends one request and returns the beginning of the answer. Redirects are answers like others. The
 * connection is a new one to one of the given addresses, without a proxy, whatever the environment
 * says.
 *
 * @param signal ends everything, also the answer
 */
export function openRequest(order: Order, signal: AbortSignal): Promise<Opened | NoAnswer> {
  const { method, url, addresses, headers, body, ca, connectMs } = order;
  const isSecret = url.protocol === 'https:';
  const ask = isSecret ? askSecretly : askPlainly;
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
    const request = ask(url, {
      method,
      headers: { ...headers, ...length },
      agent: isSecret ? new SecretAgent({ ...CONNECTING, ca }) : new PlainAgent(CONNECTING),
      lookup: lookUpOf(addresses),
      signal,
    });
    if (connectMs !== undefined) limitConnecting(request, isSecret, connectMs);
    const close = () => void request.destroy();
    limitInformation(request);
    request.on('response', (response) => resolve({ kind: 'opened', response, close }));
    // It also comes when the connection is lost in the middle of the answer, where nobody waits.
    request.on('error', (error) => resolve({ kind: kindOf(error) }));
    // Nothing speaks another protocol here.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ kind: 'opened', response, close });
    });
    request.end(body);
  });
}

/** Gives up a connection that does not stand in time, as a host does that refuses it. */
function limitConnecting(request: ClientRequest, isSecret: boolean, connectMs: number): void {
  request.on('socket', (socket) => {
    const late = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => request.destroy(late), connectMs);
    const end = () => clearTimeout(timer);
    socket.once(isSecret ? 'secureConnect' : 'connect', end);
    socket.once('close', end);
  });
}

/** Ends a request whose host says again and again that the answer is still to come. */
function limitInformation(request: ClientRequest): void {
  let left = MOST_INFORMATION;
  request.on('information', () => {
    left -= 1;
    if (left < 0) request.destroy(new Error('too many answers before the answer'));
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

function kindOf(error: NodeJS.ErrnoException): NoAnswer['kind'] {
  const code = error.code ?? '';
  if (TLS_ERROR.test(code)) return 'not_trusted';
  return CONNECTION_ERROR.test(code) ? 'no_connection' : 'no_answer';
}
