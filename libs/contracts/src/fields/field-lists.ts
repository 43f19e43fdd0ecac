import type { z } from 'zod';
import type { Sanitiser } from './sanitisers.js';
import { type Dictionary, VISIT_FIELDS } from './visit-fields.js';

/*
 * What follows from the table of fields: lists of those that are read, carried, stored and shown,
 * and the types of their values.
 */

type Fields = typeof VISIT_FIELDS;
export type FieldName = keyof Fields;

/** `user_agent` becomes `userAgent`: its name in objects and columns of the code. */
export type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** The fields that have what `Wanted` has. */
type FieldsWith<Wanted> = {
  [Name in FieldName]: Fields[Name] extends Wanted ? Name : never;
}[FieldName];

export type SentField = FieldsWith<{ sent: z.ZodType }>;
export type ShownField = FieldsWith<{ shown: z.ZodType }>;
/** Texts of an entry that reach the worker. */
export type CarriedField = FieldsWith<{
  read: 'text' | 'integer_or_text';
  sanitise: Sanitiser;
  lives: 'row' | Dictionary | 'evidence';
}>;
/** Texts of an entry that stand in the row of a visit. */
export type RowTextField = CarriedField & FieldsWith<{ lives: 'row' }>;
/** Fields of which a value may be changed, because a visitor may have written it. */
export type SanitisedField = FieldsWith<{ sanitise: Sanitiser }>;

/** The fields that stand in a dictionary. */
export type DictionaryField<Name extends Dictionary> = FieldsWith<{ lives: Name }>;
/** What a dictionary has for one of its numbers, under the names in the code. */
export type DictionaryTexts<Name extends Dictionary> = {
  [Field in DictionaryField<Name> as Camel<Field>]: Field extends CarriedField
    ? Exclude<CarriedValue<Field>, null>
    : string | null;
};

export type SentShape = { [Name in SentField]: Fields[Name]['sent'] };
export type ShownShape = { [Name in ShownField]: Fields[Name]['shown'] };
/** A text as it is carried. */
export type CarriedValue<Name extends CarriedField> = ReturnType<Fields[Name]['sanitise']>['value'];

type NameOf<Name extends FieldName> = { [N in Name]: { field: N; name: Camel<N> } }[Name];

interface AnyField {
  sent?: z.ZodType;
  read?: string;
  sanitise?: Sanitiser;
  lives: string;
  most?: number;
  mostBytes?: number;
  column?: string;
  shown?: z.ZodType;
}

/** A field in the database. */
export interface StoredField<Name extends FieldName = FieldName> {
  field: Name;
  /** In objects and columns of the code. */
  name: Camel<Name>;
  /** In the dictionary; in the row of a visit it is the name of the field. */
  column: string;
}

const ALL = Object.entries(VISIT_FIELDS as Record<FieldName, AnyField>) as [FieldName, AnyField][];
const NOT_CARRIED = ['api', 'nowhere'];

/** Returns the name of a field in the code. */
function camelName<Name extends FieldName>(field: Name): Camel<Name> {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>;
}

const named = <Name extends FieldName>(field: Name) =>
  ({ field, name: camelName(field) }) as NameOf<Name>;

/** The fields that a sender may send. */
export const SENT_FIELDS = ALL.flatMap(([name, { sent }]) => (sent ? [name as SentField] : []));

/** The fields that lists of visits show, in their order. */
export const SHOWN_FIELDS = ALL.flatMap(([name, { shown }]) => (shown ? [name as ShownField] : []));

export const SENT_SHAPE = shapeOf('sent') as SentShape;
export const SHOWN_SHAPE = shapeOf('shown') as ShownShape;

/** Returns the schemas of the fields that have one, by the name of the field. */
function shapeOf(which: 'sent' | 'shown'): Record<string, z.ZodType> {
  return Object.fromEntries(
    ALL.flatMap(([name, { [which]: schema }]) => (schema ? [[name, schema]] : [])),
  );
}

/** The texts of entries that reach the worker, with their names in the code. */
export const CARRIED_FIELDS = ALL.filter(
  ([, { read, lives }]) =>
    (read === 'text' || read === 'integer_or_text') && !NOT_CARRIED.includes(lives),
).map(([field]) => named(field as CarriedField));

/** Those that stand in the row of a visit, with the most bytes of each. */
export const ROW_TEXTS = CARRIED_FIELDS.filter(
  ({ field }) => VISIT_FIELDS[field].lives === 'row',
).map(({ field }) => ({
  ...named(field as RowTextField),
  mostBytes: VISIT_FIELDS[field as RowTextField].mostBytes,
}));

/** Returns the fields that a dictionary has, in the order of the table. */
export function fieldsOf<Name extends Dictionary>(
  dictionary: Name,
): StoredField<DictionaryField<Name>>[] {
  return ALL.filter(([, { lives }]) => lives === dictionary).map(([field, { column }]) => ({
    ...named(field as DictionaryField<Name>),
    column: column ?? field,
  })) as StoredField<DictionaryField<Name>>[];
}

export const CARRIED_NAMES = CARRIED_FIELDS.map(({ name }) => name);

/** Tells whether an entry without this field is refused. */
export function mustBeSent(field: SentField): boolean {
  return !VISIT_FIELDS[field].sent.safeParse(undefined).success;
}

/** The texts of an entry that may be missing. */
export type OptionalField = FieldsWith<{ logged: readonly string[] }>;
export type OptionalName = Camel<OptionalField>;

/**
 * The optional texts. `emptyIsSaid` is true for those of which an empty text says that the visitor
 * sent nothing, and for the others it says as little as a missing one.
 */
export const OPTIONAL_FIELDS = SENT_FIELDS.filter((name) => 'logged' in VISIT_FIELDS[name]).map(
  (name) => ({
    ...named(name as OptionalField),
    emptyIsSaid: carriedWithout(name, null) === '',
  }),
);

export const OPTIONAL_NAMES: ReadonlySet<string> = new Set(OPTIONAL_FIELDS.map(({ name }) => name));

/** Those that are headers of the request, each under its name in the code, with the header. */
export const REQUEST_HEADERS = Object.fromEntries(
  OPTIONAL_FIELDS.flatMap(({ field, name }) =>
    'header' in VISIT_FIELDS[field] ? [[name, VISIT_FIELDS[field].header]] : [],
  ),
) as { [Name in FieldsWith<{ header: string }> as Camel<Name>]: string };

/** Returns the highest integer that a field may have. */
export function mostOf(field: SentField): number {
  return (VISIT_FIELDS[field] as AnyField).most ?? Infinity;
}

/**
 * Returns what is carried for an entry in which a field is null or missing; undefined when the entry
 * is refused.
 */
export function carriedWithout(
  field: SentField,
  sent: null | undefined,
): string | null | undefined {
  const schema: z.ZodType<string | null | undefined> = VISIT_FIELDS[field].sent as never;
  const { success, data } = schema.safeParse(sent);
  if (!success) return undefined;
  return data === null || data === undefined
    ? null
    : ((VISIT_FIELDS[field] as AnyField).sanitise?.(data).value ?? null);
}
