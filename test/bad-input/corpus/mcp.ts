import { type Row } from '../row.js';
import { send } from './account.js';

const WANTED = { accept: 'application/json, text/event-stream' };
const say = (body: string, headers: Record<string, string> = WANTED) =>
  send('POST', '/mcp', body, headers);
const MESSAGE = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** What is no JSON, or does not come from a program with a key, is refused before the protocol. */
export const MCP: Row[] = [
  { name: 'mcp: no JSON', request: say('{'), code: 'INVALID_JSON' },
  { name: 'mcp: nothing', request: say(''), code: 'INVALID_JSON' },
  { name: 'mcp: deep', request: say('['.repeat(20_000)), code: 'INVALID_JSON' },
  { name: 'mcp: long', request: say(`"${'a'.repeat(70_000)}"`), code: 'PAYLOAD_TOO_LARGE' },
  ...[[], [1], Array.from({ length: 100 }, () => JSON.parse(MESSAGE) as object)].map(
    (batch): Row => ({
      name: `mcp: a batch of ${batch.length}`,
      request: say(JSON.stringify(batch)),
      code: 'VALIDATION_ERROR',
      message: /^This is a batch of JSON-RPC: send each message in a request of its own/,
    }),
  ),
  {
    name: 'mcp: another site',
    request: say(MESSAGE, { ...WANTED, origin: 'https://evil.example' }),
    code: 'FORBIDDEN',
  },
  {
    name: 'mcp: a page without origin',
    request: say(MESSAGE, { ...WANTED, origin: 'null' }),
    code: 'FORBIDDEN',
  },
  {
    name: 'mcp: another type',
    request: say(MESSAGE, { 'content-type': 'text/plain' }),
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
];
