import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { eventually, undoneAtEnd } from '@app/testing';
import type { SentRequest } from './requests.js';

/** The server behind a program that passes requests on. It answers as the path of a request says. */
export interface Backend {
  port: number;
  /** Resolves when the request that must wait for its answer is here. */
  asked(number: number): Promise<void>;
  /** Resolves when the program has given that request up. */
  givenUp(number: number): Promise<void>;
  /** Answers that request. */
  answer(number: number): void;
}

const REQUEST = /^\S+ \S*?\/s\/(\d+)\/(\w+)\/(\S*) HTTP/;
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const PICTURE = /\.png(?:\?|$)/;
const STYLE = /\.css(?:\?|$)/;
const NO_CONTENT = 304;

/** Returns what the visitor is answered. */
export function answerOf({ target, status }: Pick<SentRequest, 'target' | 'status'>): {
  status: number;
  contentType: string | undefined;
} {
  return { status, contentType: status === NO_CONTENT ? undefined : typeOf(target) };
}

/** Returns the type of an answer that has a body. */
export function typeOf(target: string): string {
  if (PICTURE.test(target)) return 'image/png';
  return STYLE.test(target) ? 'text/css' : 'text/html; charset=utf-8';
}

export async function startBackend(): Promise<Backend> {
  const waiting = new Map<number, { socket: Socket; rest: string }>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let request = '';
    socket.setEncoding('latin1').on('data', (more: string) => {
      request += more;
      if (!isWhole(request)) return;
      const [, number, answer = '', rest = ''] = REQUEST.exec(request) ?? [];
      if (answer === 'slow') waiting.set(Number(number), { socket, rest });
      else socket.end(textOf(request, Number(answer) || 200, rest));
      request = '';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undoneAtEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const held = (number: number) => {
    const one = waiting.get(number);
    if (!one) throw new Error(`The request ${number} did not come`);
    return one;
  };
  return {
    port: (server.address() as AddressInfo).port,
    asked: (number) => eventually(() => void held(number)),
    givenUp: (number) => eventually(() => expect(sockets).not.toContain(held(number).socket)),
    answer: (number) => {
      const { socket, rest } = held(number);
      socket.end(textOf('GET', 200, rest));
    },
  };
}

function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  if (end < 0) return false;
  return request.length >= end + 4 + Number(LENGTH.exec(request)?.[1] ?? 0);
}

function textOf(request: string, status: number, rest: string): string {
  // A cache in front asks without a condition, and compares the tag itself.
  const asked = status === NO_CONTENT && !/\r\nif-none-match:/i.test(request) ? 200 : status;
  const { contentType } = answerOf({ target: rest, status: asked });
  const body = asked === NO_CONTENT ? '' : 'an answer\n';
  const head = [
    `HTTP/1.1 ${asked} Answer`,
    ...(contentType === undefined
      ? []
      : [`Content-Type: ${contentType}`, `Content-Length: ${body.length}`]),
    ...(asked === 301 ? ['Location: /'] : []),
    'ETag: "same"',
    'Connection: close',
  ].join('\r\n');
  return `${head}\r\n\r\n${request.startsWith('HEAD ') ? '' : body}`;
}
