import type { Answered } from '@app/mcp';
import type { FastifyRequest } from 'fastify';

/** The headers that carry keys. */
const KEYS = ['x-api-key', 'authorization'] as const;

/**
 * Asks this process for a route of the API, with the key and from the address of a request. The
 * question goes through every check of access, limits and parameters, as if its sender had asked.
 */
export async function askWithin(request: FastifyRequest, path: string): Promise<Answered> {
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
