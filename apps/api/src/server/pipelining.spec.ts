import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@app/testing';
import { answerOneByOne, MOST_PARSED, piecesOf } from './pipelining.js';

const LONG = 'x'.repeat(100_000);
let server: Server;
/** The paths of the requests that were begun, in their order. */
let begun: string[];
/** Ends the answer under way to a path that starts with /held. */
let answerHeld: () => void;
/** How many requests have arrived. */
let arrived: number;
beforeEach(async () => {
  begun = [];
  arrived = 0;
  server = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/body') return void answerBody(request, response);
    begun.push(url);
    if (url === '/held') answerHeld = () => response.end('late');
    else response.end(url.startsWith('/long') ? LONG : 'at once');
  });
  Object.assign(server, { httpAllowHalfOpen: true });
  answerOneByOne(server);
  server.on('request', () => arrived++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function answerBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) length += chunk.length;
  begun.push(`/body ${length}`);
  response.end('read');
}

/** As long as the line of a status, of which one part may come later than the other. */
const STATUS_CHARACTERS = 'HTTP/1.1 200'.length;

class Client {
  readonly socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  readonly statuses: string[] = [];
  isClosed = false;

  constructor() {
    let begun = '';
    this.socket.on('data', (chunk) => {
      const text = begun + String(chunk);
      let read = 0;
      for (const { 0: found, 1: status = '', index } of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        this.statuses.push(status);
        read = index + found.length;
      }
      begun = text.slice(Math.max(read, text.length - STATUS_CHARACTERS + 1));
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isClosed = true));
  }

  send(...paths: string[]): void {
    this.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  }
}
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

it.each([
  ['GET / HTTP/1.1\r\nhost: x\r\n\r\n', 1],
  ['a body with\n\nempty lines', 1],
  ['a\r\n\r\n'.repeat(MOST_PARSED), 1],
  ['a\r\n\r\n'.repeat(MOST_PARSED) + 'b', 2],
  ['a\r\n\r\n'.repeat(3 * MOST_PARSED + 1), 4],
  ['\n\r\n'.repeat(2 * MOST_PARSED), 2],
])('cuts bytes where many requests end (%#)', (text, count) => {
  const pieces = piecesOf(Buffer.from(text));
  expect(pieces).toHaveLength(count);
  expect(Buffer.concat(pieces).toString()).toBe(text);
});

it('begins a request when the one before it on its connection is answered', async () => {
  const client = new Client();
  client.send('/held', '/second', '/third');
  await eventually(async () => expect(arrived).toBe(3));
  expect(begun).toEqual(['/held']);
  answerHeld();
  await eventually(async () => expect(client.statuses).toEqual(['200', '200', '200']));
  expect(begun).toEqual(['/held', '/second', '/third']);
});

it('lets other connections have theirs between two requests of one', async () => {
  const [one, other] = [new Client(), new Client()];
  one.send('/held', ...numbered(MOST_PARSED - 1));
  await eventually(async () => expect(arrived).toBe(MOST_PARSED));
  const endOfOne = answerHeld;
  other.send('/held', '/a', '/b', '/c');
  await eventually(async () => expect(arrived).toBe(MOST_PARSED + 4));
  begun = [];
  endOfOne();
  answerHeld();
  await eventually(async () => expect(begun).toHaveLength(MOST_PARSED + 2));
  // Both begin at the same time, so one may be a step ahead.
  for (const [step, path] of ['/a', '/b', '/c'].entries())
    expect(begun.indexOf(path)).toBeLessThanOrEqual(2 * step + 2);
});

it('parses some and reads no more while one is under way, then answers all of them', async () => {
  let accepted: Socket | undefined;
  server.once('connection', (socket: Socket) => (accepted = socket));
  const client = new Client();
  client.send('/held', ...numbered(20_000));
  await eventually(async () => expect(arrived).toBe(MOST_PARSED));
  expect(accepted?.bytesRead).toBeLessThan(500_000);
  expect(begun).toEqual(['/held']);
  client.socket.end();
  answerHeld();
  let most = 0;
  server.on('request', () => (most = Math.max(most, arrived - begun.length)));
  await eventually(async () => expect(client.isClosed).toBe(true));
  expect(begun).toEqual(['/held', ...numbered(20_000)]);
  expect(client.statuses).toHaveLength(20_001);
  // One more where its last bytes come apart from the others.
  expect(most).toBeLessThanOrEqual(MOST_PARSED + 1);
});

it('reads no more with each answer, also when answers are long', async () => {
  let accepted: Socket | undefined;
  server.once('connection', (socket: Socket) => (accepted = socket));
  const client = new Client();
  const path = `/long?${'x'.repeat(500)}`;
  const bytes = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.length;
  let mostUnparsed = 0;
  server.on('request', () => {
    mostUnparsed = Math.max(mostUnparsed, (accepted?.bytesRead ?? 0) - arrived * bytes);
  });
  client.send(...Array.from({ length: 4_000 }, () => path));
  await eventually(async () => expect(client.statuses).toHaveLength(4_000));
  // What came in one piece, and what a stream holds that is paused.
  expect(mostUnparsed).toBeLessThan(500_000);
});

it('begins one of those that had to wait in each turn, whatever connections they are on', async () => {
  const clients = Array.from({ length: 20 }, () => new Client());
  const ends: (() => void)[] = [];
  for (const [index, client] of clients.entries()) {
    client.send('/held', '/a', '/b');
    await eventually(async () => expect(arrived).toBe(3 * (index + 1)));
    ends.push(answerHeld);
  }
  begun = [];
  const inTurns: number[] = [];
  let before = 0;
  const count = () => {
    inTurns.push(begun.length - before);
    before = begun.length;
    if (before < 40) setImmediate(count);
  };
  setImmediate(count);
  for (const end of ends) end();
  await eventually(async () => expect(begun).toHaveLength(40));
  // One more where the turns are counted a moment later.
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(2);
});

it('begins no more while a client does not read the answers', async () => {
  const client = new Client();
  client.socket.pause();
  client.send(...Array.from({ length: 2_000 }, () => '/long'));
  let before = -1;
  await eventually(async () => {
    const same = begun.length === before;
    before = begun.length;
    expect(same && before > 0).toBe(true);
  });
  expect(begun.length).toBeLessThan(1_000);
  client.socket.resume();
  await eventually(async () => expect(client.statuses).toHaveLength(2_000));
});

it('reads a long body behind a request under way', async () => {
  const client = new Client();
  const body = 'x\n\r\n'.repeat(100_000);
  client.send('/held');
  client.socket.write(`POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`);
  client.socket.write(body);
  client.send('/after');
  await eventually(async () => expect(arrived).toBe(2));
  answerHeld();
  await eventually(async () => expect(client.statuses).toEqual(['200', '200', '200']));
  expect(begun).toEqual(['/held', `/body ${body.length}`, '/after']);
});

it('begins nothing more on a connection that is gone', async () => {
  const client = new Client();
  client.send('/held', '/second');
  await eventually(async () => expect(arrived).toBe(2));
  client.socket.resetAndDestroy();
  await eventually(async () =>
    expect(await new Promise((told) => server.getConnections((_, n) => told(n)))).toBe(0),
  );
  await new Promise(setImmediate);
  expect(begun).toEqual(['/held']);
});
