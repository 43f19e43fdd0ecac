import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Tool } from './tool.js';
import { TOOLS } from './tools.js';

let listed: ListToolsResult | undefined;

/**
 * The answer to `tools/list`. It is the same for every key, so it is made once for each process and
 * never changed.
 */
export function listedTools(): ListToolsResult {
  return (listed ??= { tools: TOOLS.map(listedTool) });
}

function listedTool({ name, title, description, input, output }: Tool) {
  return {
    ...{ name, title, description },
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}

/** Returns the JSON schema of what a tool takes or returns, in the draft that the SDK writes, too. */
const schemaOf = (schema: Tool['input'], io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    ...{ target: 'draft-7', io },
    override: ({ jsonSchema }) => shorten(jsonSchema),
  }) as { type: 'object' };

/**
 * Removes what a reader has no use for: assistants read these schemas before every question, and the
 * patterns of dates alone were a quarter of them. Arguments are checked by the schemas themselves.
 */
function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern;
  if (schema.format === 'starts_with') delete schema.format;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
