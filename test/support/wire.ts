import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  /** Names are in lower case. A repeated header keeps its last value. */
  headers: Map<string, string>;
  body: Buffer;
  text: string;
}

export interface Exchange {
  /**
   * What to send, one after the other. Text stands for bytes in Latin-1, a number for a pause in
   * ms.
   */
  pieces: (Buffer | string | number)[];
  /** How many answers to wait for, without interim ones (1xx). The server may close before. */
  answers?: number;
  /** True when the answers have no body (HEAD). */
  bodiless?: boolean;
  /** What the client does after its last piece; by default nothing. */
  then?: 'half-close' | 'reset';
}

/** How many seconds without an answer are too many. A second in which the machine stood still is none. */
const PATIENCE_SECONDS = 120;

/** Sends bytes as they are over a separate connection, and returns every answer that came back. */
export async function exchange(base: string, order: Exchange): Promise<WireAnswer[]> {
  const { hostname, port } = new URL(base);
  const wanted = order.answers ?? 1;
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let seconds = 0;
  const patience = setInterval(() => {
    if (++seconds < PATIENCE_SECONDS) return;
    socket.destroy(new Error(`No answer within ${PATIENCE_SECONDS} s`));
  }, 1_000);
  const read = () => parseAnswers(Buffer.concat(chunks), order.bodiless ?? false);
  let late: Error | undefined;
  socket.on('error', (error) => {
    if (error.message.startsWith('No answer')) late = error;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (read().length >= wanted && wanted > 0) socket.destroy();
  });
  for (const piece of order.pieces) {
    if (typeof piece === 'number') await sleep(piece);
    else if (!socket.destroyed) socket.write(piece as string, 'latin1');
  }
  if (order.then === 'half-close') socket.end();
  if (order.then === 'reset') {
    // Waits until the last piece has left.
    await sleep(20);
    socket.resetAndDestroy();
  }
  await closed;
  clearInterval(patience);
  if (late) throw late;
  return read();
}

function parseAnswers(bytes: Buffer, bodiless: boolean): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    rest = rest.subarray(end + 4);
    if (status < 200) continue;
    const headers = new Map(lines.map(splitHeader));
    const body = takeBody(rest, headers, bodiless);
    if (!body) return answers;
    rest = rest.subarray(body.length);
    answers.push({ status, headers, body: body.bytes, text: body.bytes.toString() });
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** Returns undefined while the body is incomplete. */
function takeBody(
  bytes: Buffer,
  headers: Map<string, string>,
  bodiless: boolean,
): { bytes: Buffer; length: number } | undefined {
  if (bodiless) return { bytes: Buffer.alloc(0), length: 0 };
  if (headers.get('transfer-encoding') === 'chunked') {
    const end = bytes.indexOf('0\r\n\r\n');
    return end === -1 ? undefined : { bytes: bytes.subarray(0, end), length: end + 5 };
  }
  const length = Number(headers.get('content-length') ?? 0);
  return bytes.length < length ? undefined : { bytes: bytes.subarray(0, length), length };
}
