import { API_ERRORS, type ApiErrorCode } from '@app/contracts';
import { z } from 'zod';

export type Json = Record<string, unknown>;

export const WEBSITE_ID = 'ws_0Hx3Ws2rVbYk8mTq4ZpLd';

export function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const json: Json = z.toJSONSchema(schema, { io, target: 'openapi-3.0', override: allowNull });
  delete json.$schema;
  return json;
}

/** OpenAPI 3.0 wants null among the values of an enum that is nullable. */
function allowNull({ jsonSchema }: { jsonSchema: Json }): void {
  const { enum: values, nullable } = jsonSchema;
  if (nullable === true && Array.isArray(values) && !values.includes(null))
    jsonSchema.enum = [...(values as unknown[]), null];
}

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const jsonContent = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

export const RATE_LIMIT_HEADERS = {
  'X-Request-Id': header('Names this request in the logs.', 'string'),
  'X-RateLimit-Limit': header('Requests a minute.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left in this window.', 'integer'),
  'X-RateLimit-Reset': header('End of this window, epoch seconds UTC.', 'integer'),
};

/** Of a list by pages. */
export const NEXT_PAGE_HEADER = {
  Link: header(
    'With `format=csv`, when there is a next page: its address, `rel="next"`.',
    'string',
  ),
};

function header(description: string, type: string): Json {
  return { description, schema: { type } };
}

export function query(name: string, description: string, schema: Json): Json {
  return { name, in: 'query', required: false, description, schema };
}

export const WEBSITE_PARAMETER = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of a website of your account, `ws_…`.',
  schema: { type: 'string' },
  example: WEBSITE_ID,
};

/** Error answers by status; several codes may share one. */
export function errors(codes: ApiErrorCode[]): Json {
  const responses: Record<string, Json> = {};
  for (const code of codes) {
    const { status, when } = API_ERRORS[code];
    const earlier = responses[status];
    const line = `\`${code}\`: ${when}.`;
    responses[status] = {
      description: earlier ? `${String(earlier.description)} ${line}` : line,
      content: jsonContent(ref('Error')),
    };
  }
  return responses;
}

export const COMMON_ERRORS: ApiErrorCode[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

export function listOf(property: string, schema: string): Json {
  const properties = { [property]: { type: 'array', items: ref(schema) } };
  return { type: 'object', required: [property], properties };
}

/** The envelope of an answer with `data`. */
export function envelope(data: Json): Json {
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { type: 'boolean', enum: [true] }, data },
  };
}
