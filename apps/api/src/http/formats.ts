import type { RouteDeclaration } from './route.js';

/** The media type of each format in which an answer can be had. */
export const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

export type Format = keyof typeof MEDIA_TYPES;

/** Returns the formats in which a route answers. The first one is what it answers by itself. */
export function formatsOf({ answer }: Pick<RouteDeclaration, 'answer'>): Format[] {
  return [
    'json',
    ...(answer.csv ? ['csv' as const] : []),
    ...(answer.ndjson ? ['ndjson' as const] : []),
  ];
}

/** A media range of the header `Accept`, such as `text/*;q=0.5`. */
interface MediaRange {
  type: string;
  /** From 0, which refuses the range, to 1. */
  quality: number;
  /** How many of its two halves it names. */
  precision: number;
  /** Its position in the header. */
  position: number;
}

/**
 * Returns the format that `Accept` asks for (RFC 9110, 12.5.1). Of several with the same quality it
 * is the one that is named more precisely, then the one that is named first. Where none of them is
 * accepted, it is the first of those that are offered, because an answer helps more than 406.
 */
export function acceptedFormat(accept: string | undefined, offered: readonly Format[]): Format {
  const ranges = (accept ?? '').split(',').map(readRange);
  const wanted = offered
    .map((format) => ({ format, range: rangeOf(MEDIA_TYPES[format], ranges) }))
    .filter(({ range }) => range !== undefined && range.quality > 0)
    .sort((one, other) => compare(one.range as MediaRange, other.range as MediaRange));
  return wanted[0]?.format ?? offered[0] ?? 'json';
}

function readRange(text: string, position: number): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return {
    type,
    quality: quality === undefined ? 1 : qualityOf(quality),
    precision: type.split('/').filter((half) => half !== '*').length,
    position,
  };
}

/** What is no quality refuses nothing. */
function qualityOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 1;
}

/** The most precise range decides about a media type. */
function rangeOf(type: string, ranges: readonly MediaRange[]): MediaRange | undefined {
  const names = [type, `${type.split('/')[0]}/*`, '*/*'];
  return ranges
    .filter((range) => names.includes(range.type))
    .sort((one, other) => other.precision - one.precision)[0];
}

function compare(one: MediaRange, other: MediaRange): number {
  return (
    other.quality - one.quality || other.precision - one.precision || one.position - other.position
  );
}
