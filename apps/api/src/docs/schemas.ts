import { z } from 'zod';

type Json = Record<string, unknown>;

/** Converts zod schemas into schemas of OpenAPI 3.0, and collects those that have a name. */
export class Schemas {
  readonly components: Json = {};
  private readonly names = z.registry<{ id: string }>();

  /** @param named schemas that are described once, and are referred to by name everywhere else */
  constructor(named: Record<string, z.ZodType>) {
    for (const [id, schema] of Object.entries(named)) this.names.add(schema, { id });
  }

  /** @param io `input` for what clients send, `output` for what they get */
  convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    // The schema is wrapped in an object, because the outermost schema would not get its name.
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
  // `describe` writes to the global registry, which the registry of names does not read.
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description) jsonSchema.description = description;
  // Every integer of JavaScript has these bounds, so they say nothing about the value.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // The format says the same as the pattern, and people can read it.
  if (jsonSchema.format) delete jsonSchema.pattern;
  // OpenAPI 3.0 wants null among the values of an enum that is nullable.
  const { enum: values, nullable } = jsonSchema;
  // It wants a type beside nullable, too. What has none here is one of several objects.
  if (nullable === true && jsonSchema.type === undefined) jsonSchema.type = 'object';
  if (nullable === true && Array.isArray(values) && !values.includes(null))
    jsonSchema.enum = [...(values as unknown[]), null];
}

function pointToComponents(part: Json): Json {
  const text = JSON.stringify(part).replaceAll('"#/definitions/', '"#/components/schemas/');
  return JSON.parse(text) as Json;
}
