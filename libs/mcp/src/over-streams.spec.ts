import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { serveMcpOn } from './over-streams.js';

function serve() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const sendRequest = () => Promise.reject(new Error('Nothing is requested'));
  return {
    input,
    output,
    served: serveMcpOn({ input, output }, { version: '1', sendRequest, now: Date.now }),
  };
}

it('answers a line that is no message, and goes on', async () => {
  const { input, output, served } = serve();
  const ping = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
  const lines = [`[${ping},${ping}]`, '"no message"', '{', ping];
  input.write(lines.map((line) => `${line}\n`).join(''));
  const answers: unknown[] = [];
  for await (const line of createInterface({ input: output })) {
    answers.push(JSON.parse(line));
    if (answers.length === lines.length) break;
  }
  const message =
    'This line is no message of JSON-RPC 2.0: send one message a line, and no batches';
  const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message } };
  expect(answers).toEqual([refused, refused, refused, { jsonrpc: '2.0', id: 7, result: {} }]);
  input.end();
  await served;
});

it('ends with a line that is too long to be a message', async () => {
  const { input, served } = serve();
  input.write('x'.repeat(11 * 1024 * 1024));
  await served;
});
