// Assistants that suites speak for: the SDK's own client, over both transports.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { undoneAtEnd } from '@app/testing';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '../../dist/apps/cli/src/main.js');

/** Where the API is, and the key with which an assistant reads. */
export interface AssistantKey {
  base: string;
  apiKey: string;
}

export const mcpUrl = (base: string) => new URL('/mcp', base);

export function overHttp({ base, apiKey }: AssistantKey): Promise<Client> {
  const requestInit = { headers: { 'x-api-key': apiKey } };
  return connected(new StreamableHTTPClientTransport(mcpUrl(base), { requestInit }));
}

export function overStreams({ base, apiKey }: AssistantKey): Promise<Client> {
  const env = { PATH: process.env.PATH ?? '', BOTGAUGE_URL: base, BOTGAUGE_API_KEY: apiKey };
  const args = [CLI, 'mcp'];
  return connected(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }),
  );
}

async function connected(transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' });
  await client.connect(transport);
  undoneAtEnd(() => client.close());
  return client;
}

/** The result of a call. */
export interface Result {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text: string }[];
}

/** Calls a tool, and checks that its answer is the same as structure and as text. */
export async function call(client: Client, name: string, args: object = {}): Promise<Result> {
  const result = (await client.callTool({
    name,
    arguments: args as Record<string, unknown>,
  })) as unknown as Result;
  expect(result.content).toHaveLength(1);
  if (!result.isError)
    expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
  return result;
}
