import { z } from 'zod';
import { route } from '../http/route.js';

const REFUSED = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).nullable(),
    error: z.object({ code: z.int(), message: z.string() }),
  })
  .describe('an error of JSON-RPC 2.0');
const MESSAGE = z.record(z.string(), z.unknown()).describe('a message of JSON-RPC 2.0');

export const MCP = route({
  id: 'mcp',
  tag: 'Operations',
  summary: 'Tools for assistants, by the Model Context Protocol',
  description:
    'Streamable HTTP without sessions: each POST has one message of JSON-RPC and is answered by itself; batches are refused, because the protocol has none since its version 2025-06-18. The key stands in a header; the session of a browser is not taken, and a request with the `Origin` of another site is refused. Each use of a tool counts as a request of the key, besides the one that carries it.',
  method: 'POST',
  path: '/mcp',
  access: 'api',
  keysOnly: true,
  isReading: true,
  body: {
    schema: MESSAGE,
    unread: true,
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  },
  answer: {
    description: 'The answer of JSON-RPC, which may be an error.',
    body: MESSAGE,
    example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
  },
  otherAnswers: {
    202: { description: 'The message is a notification, which has no answer.' },
    400: {
      description: 'An error of JSON-RPC: the body is no message of it, or of an unknown version.',
      body: REFUSED,
    },
  },
});
