import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Ask } from './ask.js';
import { createMcpServer } from './create-mcp-server.js';

/** Serves a client on two streams until its stream ends. */
export async function serveMcpOn(
  { input, output }: { input: Readable; output: Writable },
  { version, ask }: { version: string; ask: Ask },
): Promise<void> {
  const server = createMcpServer({ version, ask });
  const ended = once(input, 'end');
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
}
