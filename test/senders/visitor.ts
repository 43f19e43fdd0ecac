import { once } from 'node:events';
import { connect } from 'node:net';
import type { Backend } from './backend.js';
import { bytesOf, type SentRequest } from './requests.js';

/** What a program does when a visitor goes away while the server behind it works. */
export type WhenLeft = 'gives up' | 'waits for the answer';

/** Makes a request over a connection of its own, and returns the status of the answer. */
export async function visit(
  request: SentRequest,
  port: number,
  backend: Backend,
  whenLeft: WhenLeft,
): Promise<number | undefined> {
  const { source, number } = request;
  const isIpv6 = source.includes(':');
  const socket = connect({ port, host: isIpv6 ? '::1' : '127.0.0.1', localAddress: source });
  let answer = '';
  socket.setEncoding('latin1').on('data', (more: string) => (answer += more));
  const closed = once(socket, 'close');
  socket.write(bytesOf(request));
  if (request.goesAway) {
    const refused = closed.then(() => {
      throw new Error(`Instead of waiting, ${request.target} was answered: ${answer}`);
    });
    await Promise.race([backend.asked(number), refused]);
    refused.catch(() => undefined);
    socket.destroy();
    await closed;
    if (whenLeft === 'gives up') await backend.givenUp(number);
    else backend.answer(number);
    return undefined;
  }
  await closed;
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1] ?? NaN);
}
