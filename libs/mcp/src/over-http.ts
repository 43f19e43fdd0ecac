import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpServer, type ServerOptions } from './create-mcp-server.js';

/** A request of a client, whose body is JSON and one message: batches are refused before. */
export interface McpRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** An answer; its body is JSON or empty. */
export interface McpAnswer {
  status: number;
  contentType: string | null;
  body: string;
}

/**
 * Answers one request by streamable HTTP, without a session: every request has a server of its own,
 * so any process can answer it.
 */
export async function answerMcp(request: McpRequest, options: ServerOptions): Promise<McpAnswer> {
  const server = createMcpServer(options);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const { url, headers, body } = request;
    const answer = await transport.handleRequest(new Request(url, { method: 'POST', headers }), {
      parsedBody: body,
    });
    const contentType = answer.headers.get('content-type');
    return { status: answer.status, contentType, body: await answer.text() };
  } finally {
    await server.close();
  }
}
