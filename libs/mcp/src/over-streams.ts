import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer, type ServerOptions } from './create-mcp-server.js';

/** As the SDK throws for a line that is no JSON, or no message: also for a batch of messages. */
const UNREADABLE = new Set(['SyntaxError', 'ZodError']);

/** The answer to a line that cannot be read, which has no id to answer to. */
const REFUSAL = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32600,
    message: 'This line is no message of JSON-RPC 2.0: send one message a line, and no batches',
  },
};

/**
 * Serves a client on two streams until its stream ends, or has a line that is too long for the SDK
 * (10 MiB).
 */
export async function serveMcpOn(
  { input, output }: { input: Readable; output: Writable },
  options: ServerOptions,
): Promise<void> {
  const server = createMcpServer(options);
  // The SDK says nothing to the client, which would wait for its answer.
  server.server.onerror = ({ name }) => {
    if (UNREADABLE.has(name)) output.write(`${JSON.stringify(REFUSAL)}\n`);
  };
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    server.server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
}
