import type { ListFormat } from './address-list.js';
import { canonicalPrefix } from './prefixes.js';

export type ParsedList = { prefixes: string[] } | { fault: string };

/** More than any operator publishes; a list of this length is something else. */
const MOST_PREFIXES = 100_000;

/**
 * Reads the list of an operator. The prefixes are canonical, in the order of the source, and not yet
 * collapsed. A list is read as a whole or not at all: a place that cannot be read is a fault.
 */
export function parseList(text: string, format: ListFormat): ParsedList {
  const found = format === 'text' ? fromLines(text) : fromJson(text, format);
  if ('fault' in found) return found;
  if (found.prefixes.length === 0) return { fault: 'It has no addresses.' };
  if (found.prefixes.length > MOST_PREFIXES) {
    return { fault: `It has more than ${MOST_PREFIXES} addresses.` };
  }
  return found;
}

function fromLines(text: string): ParsedList {
  const prefixes: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const content = line.split('#', 1)[0]?.trim() ?? '';
    if (content === '') continue;
    const prefix = canonicalPrefix(content);
    if (prefix === null) {
      return { fault: `Line ${index + 1} is no address and no CIDR: ${excerpt(content)}` };
    }
    prefixes.push(prefix);
  }
  return { prefixes };
}

function fromJson(text: string, format: 'prefixes' | 'json'): ParsedList {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { fault: `It is no JSON: ${excerpt(text.trim())}` };
  }
  return format === 'prefixes' ? fromPrefixes(document) : { prefixes: textsIn(document) };
}

function fromPrefixes(document: unknown): ParsedList {
  const rows: unknown =
    typeof document === 'object' && document !== null && 'prefixes' in document
      ? document.prefixes
      : undefined;
  if (!Array.isArray(rows)) return { fault: 'The JSON has no list "prefixes".' };
  const prefixes: string[] = [];
  for (const [index, row] of rows.entries()) {
    const { ipv4Prefix, ipv6Prefix } = (row ?? {}) as Record<string, unknown>;
    const written = ipv4Prefix ?? ipv6Prefix;
    const prefix = typeof written === 'string' ? canonicalPrefix(written.trim()) : null;
    if (prefix === null) {
      return { fault: `prefixes[${index}] is no CIDR: ${excerpt(JSON.stringify(row) ?? '')}` };
    }
    prefixes.push(prefix);
  }
  return { prefixes };
}

/** Returns every prefix and address that stands anywhere in the document as a text of its own. */
function textsIn(document: unknown): string[] {
  const found: string[] = [];
  const open = [document];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      const prefix = canonicalPrefix(value.trim());
      if (prefix !== null) found.push(prefix);
    } else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value).reverse()) open.push(part);
    }
  }
  return found;
}

/** Returns the beginning of what was found instead, for the message. */
const excerpt = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
