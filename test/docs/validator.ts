import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { DOCUMENT, type Json } from './document.js';

/**
 * Returns a function that tells what of a value is not as a schema of the document says. The document
 * leaves room for fields and values that may be added; here they count as faults, because all that is
 * answered today must be described.
 */
export function answerValidator(): (schema: Json | undefined, value: unknown) => unknown[] {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...(withoutRoom(DOCUMENT) as Json) });
  return (schema, value) => {
    if (!schema) return ['nothing is described'];
    const found = JSON.stringify(withoutRoom(schema)).replaceAll('"#/', '"openapi#/');
    return ajv.validate(JSON.parse(found) as Json, value) ? [] : (ajv.errors ?? []);
  };
}

function withoutRoom(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutRoom);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withoutRoom(value)]),
  );
  const { 'x-extensible-enum': values, type, properties } = copy;
  if (type === 'object' && properties !== undefined) copy['additionalProperties'] ??= false;
  if (Array.isArray(values)) copy['enum'] = copy['nullable'] === true ? [...values, null] : values;
  return copy;
}
