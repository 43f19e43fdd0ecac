import { z } from 'zod';

type Json = Record<string, unknown>;

/** Turns schemas that validate into those of OpenAPI 3.0, and collects the ones that have a name. */
export class Schemas {
  readonly components: Json = {};
  private readonly names = z.registry<{ id: string }>();

  /** @param named schemas that are described once, and named wherever they are used */
  constructor(named: Record<string, z.ZodType>) {
    for (const [id, schema] of Object.entries(named)) this.names.add(schema, { id });
  }

  /** @param io whether the document tells what is sent or what is answered */
  convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    // Within an object, because what is converted itself would not be named.
    const json = z.toJSONSchema(z.object({ schema }), {
      io,
      target: 'openapi-3.0',
      metadata: this.names,
      override: tidy,
    });
    Object.assign(this.components, pointToComponents((json.definitions ?? {}) as Json));
    return pointToComponents(json.properties?.schema as Json);
  }
}

function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  // What `describe` says, which a registry of our own does not know.
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description) jsonSchema.description = description;
  // Every integer of JavaScript has these bounds: they say nothing about the value.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // The format says the same, and can be read.
  if (jsonSchema.format) delete jsonSchema.pattern;
  // OpenAPI 3.0 wants null among the values of an enum that is nullable.
  const { enum: values, nullable } = jsonSchema;
  if (nullable === true && Array.isArray(values) && !values.includes(null))
    jsonSchema.enum = [...(values as unknown[]), null];
}

function pointToComponents(part: Json): Json {
  const text = JSON.stringify(part).replaceAll('"#/definitions/', '"#/components/schemas/');
  return JSON.parse(text) as Json;
}
