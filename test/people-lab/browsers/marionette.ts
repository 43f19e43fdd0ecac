import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

type Answer = [
  kind: number,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];

/**
 * Speaks Firefox's own protocol for drivers: JSON behind its length, over TCP. geckodriver, which
 * Debian does not have, speaks it too.
 *
 * Source: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
export class Marionette {
  private received = Buffer.alloc(0);
  private last = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private end: (error: Error) => void = () => {};
  private readonly ended = new Promise<never>((_, reject) => (this.end = reject));

  private constructor(private readonly socket: Socket) {
    this.ended.catch(() => {});
    socket.on('data', (bytes: Buffer) => this.receive(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.end(new Error('Firefox has ended')));
  }

  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Marionette(socket);
  }

  /** Calls a command of WebDriver, and returns its result. */
  async call<Result>(command: string, parameters: object = {}): Promise<Result> {
    const id = ++this.last;
    const answered = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    const body = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    this.socket.write(`${Buffer.byteLength(body)}:${body}`);
    const [, , error, result] = await Promise.race([answered, this.ended]);
    if (error) throw new Error(`${command}: ${error.error}: ${error.message}`);
    return result as Result;
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(bytes: Buffer): void {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const colon = this.received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.received.subarray(0, colon).toString());
      if (this.received.length < end) return;
      this.take(JSON.parse(this.received.subarray(colon + 1, end).toString()));
      this.received = this.received.subarray(end);
    }
  }

  /** It greets with an object before it answers anything. */
  private take(message: unknown): void {
    if (!Array.isArray(message)) return;
    const answer = message as Answer;
    this.waiting.get(answer[1])?.(answer);
    this.waiting.delete(answer[1]);
  }
}
