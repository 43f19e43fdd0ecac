import type { ApiResponse } from '@app/mcp';
import type { FastifyRequest } from 'fastify';

/** The headers that carry keys. */
const KEYS = ['x-api-key', 'authorization'] as const;

/**
 * Sends a GET request to a route of the API in this process, with the key and from the address of
 * another request. It goes through every check of access, limits and parameters, as if the sender
 * of that request had sent it.
 */
export async function sendWithin(request: FastifyRequest, path: string): Promise<ApiResponse> {
  const headers = KEYS.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, `${value}`]];
  });
  const { statusCode, payload } = await request.server.inject({
    method: 'GET',
    url: path,
    headers: Object.fromEntries(headers) as Record<string, string>,
    remoteAddress: request.ip,
  });
  const body = JSON.parse(payload) as { data?: unknown; error?: { message?: string } };
  if (statusCode === 200) return { kind: 'data', data: body.data };
  return { kind: 'refused', message: body.error?.message ?? `The API answered ${statusCode}` };
}
