import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/*
 * Pipelining: a client may send further requests on a connection before it has read the answer to
 * the first. Node parses everything that has arrived at once, which is up to 3,600 requests in
 * 64 KiB, and would begin with all of them before anybody else's request is looked at.
 */

/** How many requests of one connection are parsed at once, at most. The others stay bytes. */
export const MOST_PARSED = 32;
/** What stands at the end of the headers of each request. */
const END_OF_HEADERS = '\n\r\n';

/**
 * Lets each connection have one request under way. The next one is begun when the answer before it
 * has left the process, and when it is the connection's turn. Meanwhile nothing is read from
 * the connection except what stood in the same 64 KiB, and of that at most `MOST_PARSED` requests
 * are parsed. So a client that sends many requests and reads no answer makes the service hold
 * neither requests nor answers.
 *
 * It must be called before other listeners for `request` are added, which hear of each request when
 * it is parsed.
 */
export function answerOneByOne(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const lines = new WeakMap<Socket, Line>();
  const turns = new Turns();
  server.on('connection', (socket) => lines.set(socket, new Line(socket, turns)));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const begin = () => {
      for (const listener of listeners) listener.call(server, request, response);
    };
    lines.get(request.socket)?.add({ response, begin });
  });
}

interface Waiting {
  response: ServerResponse;
  begin: () => void;
}

/**
 * Connections whose next request may be begun, in the order in which they came to that. One is
 * begun in each turn of the event loop, so those that had to wait cost all others the same however
 * many connections send them.
 */
class Turns {
  private readonly ready: (() => void)[] = [];
  private isRunning = false;

  add(begin: () => void): void {
    this.ready.push(begin);
    if (this.isRunning) return;
    this.isRunning = true;
    setImmediate(() => this.run());
  }

  private run(): void {
    this.ready.shift()?.();
    this.isRunning = this.ready.length > 0;
    if (this.isRunning) setImmediate(() => this.run());
  }
}

/** The requests of one connection, in their order. */
class Line {
  /** True from the beginning of a request until no other one waits behind it. */
  private isBusy = false;
  /** Requests that are parsed. */
  private readonly waiting: Waiting[] = [];
  /** Bytes behind them that are not parsed. */
  private held: Buffer[] = [];
  private isHeldBack = false;
  private hasEnded = false;
  private readonly parse: (bytes: Buffer) => void;
  private readonly end: () => void;

  constructor(
    private readonly socket: Socket,
    private readonly turns: Turns,
  ) {
    this.parse = takeOver(socket, 'data', (bytes: Buffer) => {
      this.held.push(...piecesOf(bytes));
      this.readOn();
    });
    this.end = takeOver(socket, 'end', () => {
      this.hasEnded = true;
      this.readOn();
    });
    // Node goes on to read after each answer, and while a body is read.
    socket.on('resume', () => {
      if (this.isHeldBack) socket.pause();
    });
  }

  add(request: Waiting): void {
    if (this.isBusy) this.waiting.push(request);
    else this.begin(request);
  }

  /** Parses as long as no request waits, then reads on. */
  private readOn(): void {
    // Node gives the parser of a closed connection to another one.
    while (this.waiting.length === 0 && !this.socket.destroyed) {
      const piece = this.held.shift();
      if (!piece) break;
      this.parse(piece);
    }
    if (this.socket.destroyed) this.held = [];
    else if (this.held.length > 0) this.holdBack();
    else this.letFlow();
  }

  private holdBack(): void {
    this.isHeldBack = true;
    this.socket.pause();
  }

  private letFlow(): void {
    if (this.hasEnded) {
      this.hasEnded = false;
      this.end();
    }
    if (!this.isHeldBack) return;
    this.isHeldBack = false;
    this.socket.resume();
  }

  private begin({ response, begin }: Waiting): void {
    this.isBusy = true;
    response.once('close', () => {
      if (this.waiting.length > 0) this.turns.add(() => this.beginNext());
      else this.isBusy = false;
    });
    begin();
  }

  private beginNext(): void {
    const next = this.waiting.shift();
    if (next && !this.socket.destroyed) this.begin(next);
    if (this.waiting.length === 0) this.readOn();
  }
}

/** Puts a listener in the place of those that an event has, and returns what calls those. */
function takeOver<Given extends unknown[]>(
  socket: Socket,
  event: 'data' | 'end',
  listener: (...given: Given) => void,
): (...given: Given) => void {
  const before = socket.listeners(event) as ((...given: Given) => void)[];
  socket.on(event, listener);
  for (const one of before) socket.off(event, one);
  return (...given) => {
    for (const one of before) one.apply(socket, given);
  };
}

/** Cuts bytes so that none of the pieces has the ends of more than `MOST_PARSED` requests. */
export function piecesOf(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  let ends = 0;
  for (let at = bytes.indexOf(END_OF_HEADERS); at !== -1;) {
    const after = at + END_OF_HEADERS.length;
    ends += 1;
    if (ends % MOST_PARSED === 0) {
      pieces.push(bytes.subarray(start, after));
      start = after;
    }
    at = bytes.indexOf(END_OF_HEADERS, after);
  }
  if (start < bytes.length) pieces.push(bytes.subarray(start));
  return pieces;
}
