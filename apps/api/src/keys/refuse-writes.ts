import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.js';

const READING = new Set(['GET', 'HEAD']);

/** 403 for an API Key of scope `read` that would change something; like the kind of key, before a body is read. */
export async function refuseWritesOfReadKeys({ keyHolder, method }: FastifyRequest): Promise<void> {
  if (keyHolder?.scope !== 'read' || READING.has(method)) return;
  throw new ApiError('FORBIDDEN', 'This API Key has the scope read and changes nothing');
}
