import { z } from 'zod';

type Json = Record<string, unknown>;

/**
 * What a schema describes: what clients send as a body, the text of a parameter, or what they get as
 * an answer.
 */
export type SchemaUse = 'body' | 'parameter' | 'answer';

/** Converts zod schemas into schemas of OpenAPI 3.0, and collects those that have a name. */
export class Schemas {
  readonly components: Json = {};
  private readonly names = z.registry<{ id: string }>();

  /** @param named schemas that are described once, and are referred to by name everywhere else */
  constructor(named: Record<string, z.ZodType>) {
    for (const [id, schema] of Object.entries(named)) this.names.add(schema, { id });
  }

  convert(schema: z.ZodType, use: SchemaUse): Json {
    // The schema is wrapped in an object, because the outermost schema would not get its name.
    const json = z.toJSONSchema(z.object({ schema }), {
      io: use === 'body' ? 'input' : 'output',
      target: 'openapi-3.0',
      metadata: this.names,
      override: (node) => {
        tidy(node);
        if (use === 'answer') leaveRoom(node);
      },
    });
    Object.assign(this.components, pointToComponents((json.definitions ?? {}) as Json));
    return pointToComponents(json.properties?.schema as Json);
  }
}

interface Node {
  zodSchema: z.core.$ZodType;
  jsonSchema: Json;
}

/** Where the values of an enumeration stand to which others may be added. */
const KNOWN_VALUES = 'x-extensible-enum';
const OTHERS_MAY_COME = 'others may be added';

/**
 * Lets an answer have more than is known today: further fields, and further values of an enumeration.
 * A client that was generated from the document accepts them then. One value alone tells which of
 * several forms an answer has, so it stays.
 */
function leaveRoom({ jsonSchema }: Node): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const values = namesIn(jsonSchema.enum);
  if (values.length > 1) {
    delete jsonSchema.enum;
    jsonSchema[KNOWN_VALUES] = values;
  }
  // A schema that may be null has these of the one inside, and perhaps a description of its own.
  const known = namesIn(jsonSchema[KNOWN_VALUES]);
  const { description = '' } = jsonSchema as { description?: string };
  if (known.length === 0 || description.endsWith(OTHERS_MAY_COME)) return;
  const list = `one of ${known.map((name) => `\`${name}\``).join(', ')}; ${OTHERS_MAY_COME}`;
  jsonSchema.description = description === '' ? list : `${description}; ${list}`;
}

function namesIn(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/** Null and nothing else: OpenAPI 3.0 has no type for it. */
const NOTHING: Json = { type: 'object', nullable: true, enum: [null] };

function tidy({ zodSchema, jsonSchema }: Node): void {
  // `describe` and `meta` write to the global registry, which the registry of names does not read.
  const { description, pattern } = z.globalRegistry.get(zodSchema) ?? {};
  if (description) jsonSchema.description = description;
  // Every integer of JavaScript has these bounds, so they say nothing about the value.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // The format says the same as the pattern, and people can read it.
  if (jsonSchema.format) delete jsonSchema.pattern;
  // Unless the pattern says more.
  if (pattern !== undefined) jsonSchema.pattern = pattern;
  const { enum: values, nullable } = jsonSchema;
  // None of several forms is null, so beside them `nullable` would allow nothing.
  for (const choice of ['oneOf', 'anyOf']) {
    const forms = jsonSchema[choice];
    if (nullable !== true || !Array.isArray(forms)) continue;
    delete jsonSchema.nullable;
    jsonSchema[choice] = [...(forms as Json[]), NOTHING];
  }
  // OpenAPI 3.0 wants null among the values of an enum that is nullable.
  if (nullable === true && Array.isArray(values) && !values.includes(null))
    jsonSchema.enum = [...(values as unknown[]), null];
}

function pointToComponents(part: Json): Json {
  const text = JSON.stringify(part).replaceAll('"#/definitions/', '"#/components/schemas/');
  return JSON.parse(text) as Json;
}
