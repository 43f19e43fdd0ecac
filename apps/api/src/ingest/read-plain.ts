import {
  CARRIED_FIELDS,
  type EntryColumns,
  MAX_ENTRIES_PER_REQUEST,
  mostOf,
  mustBeSent,
  type SanitisedField,
  SENT_FIELDS,
  type SentField,
  textColumns,
  VISIT_FIELDS,
} from '@app/contracts';
import { JsonScanner } from '../http/json-scanner.js';
import { absentOf, sanitiserOf } from './field-rules.js';
import { AddressField } from './plain-address.js';
import {
  CountField,
  IntegerField,
  IntegerOrTextField,
  NoParametersField,
  type PlainField,
  TextField,
  TimeField,
  UnknownField,
} from './plain-fields.js';
import type { Entries, EntryRules } from './read-entries.js';
import { countSanitised, type SanitisedFields } from './sanitised-fields.js';
import { staticFilesIn } from './static-files.js';

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** A body with more fields is left to the other reader, which bounds what it costs. */
const MOST_FIELDS = 20_000;

type Read = (typeof VISIT_FIELDS)[SentField]['read'];

/** Makes what reads a field, by the kind of its values. */
const MAKE: Record<Read, (name: SentField, bit: number) => PlainField> = {
  time: (name, bit) => new TimeField(name, bit),
  integer: (name, bit) => new IntegerField(name, bit, mostOf(name)),
  address: (name, bit) => new AddressField(name, bit),
  text: (name, bit) => new TextField(name, bit, sanitiserOf(name), absentOf(name)),
  integer_or_text: (name, bit) =>
    new IntegerOrTextField(name, bit, sanitiserOf(name), absentOf(name), mostOf(name)),
  count: (name, bit) => new CountField(name, bit),
  object: (name, bit) => new NoParametersField(name, bit),
};

/** The bit of a field that is sent: its place in the table. */
const bitOf = (name: SentField) => 1 << SENT_FIELDS.indexOf(name);
const REQUIRED = SENT_FIELDS.filter(mustBeSent).reduce((bits, name) => bits | bitOf(name), 0);

/** Goes through flat objects, and makes columns of their fields. */
class PlainReader {
  private readonly fields = SENT_FIELDS.map((name) =>
    MAKE[VISIT_FIELDS[name].read](name, bitOf(name)),
  );
  private readonly byName = new Map(this.fields.map((field) => [field.name, field]));
  private readonly texts = new Map(
    CARRIED_FIELDS.map(({ field, name }) => [name, this.byName.get(field) as TextField]),
  );
  private readonly timestamp = this.byName.get('timestamp') as TimeField;
  private readonly path = this.byName.get('path') as TextField;
  private readonly status = this.byName.get('status_code') as IntegerField;
  private readonly ip = this.byName.get('ip') as AddressField;
  private readonly contentType = this.byName.get('content_type') as TextField;
  private readonly unknown = new UnknownField();
  /** Stands before the first field of each entry. */
  private readonly first: PlainField = new UnknownField();
  private fieldsRead = 0;

  read(body: Buffer, rules: EntryRules): Entries | undefined {
    this.fieldsRead = 0;
    const scanner = new JsonScanner(body);
    const isList = scanner.takes(OPEN_ARRAY);
    let count = 0;
    do {
      if (count === MAX_ENTRIES_PER_REQUEST || !this.takeEntry(scanner, count, rules))
        return undefined;
      count += 1;
    } while (isList && scanner.takes(COMMA));
    if (isList && !scanner.takes(CLOSE_ARRAY)) return undefined;
    if (!scanner.isAtEnd()) return undefined;
    return { entries: this.columns(count, rules), sanitised: this.losses(count) };
  }

  forget(): void {
    for (const field of this.fields) field.forget();
  }

  private takeEntry(scanner: JsonScanner, row: number, rules: EntryRules): boolean {
    if (!scanner.takes(OPEN_OBJECT)) return false;
    let seen = 0;
    let before = this.first;
    do {
      const field = this.takeName(scanner, before);
      // Of a field that stands there twice, only the last value counts: that is left to the other.
      if (!field || (seen & field.bit) !== 0 || !field.take(scanner, row, rules)) return false;
      if (++this.fieldsRead > MOST_FIELDS) return false;
      seen |= field.bit;
      before = field;
    } while (scanner.takes(COMMA));
    return (seen & REQUIRED) === REQUIRED && scanner.takes(CLOSE_OBJECT);
  }

  /**
   * Moves over a name and its colon.
   *
   * @param before the field before it
   */
  private takeName(scanner: JsonScanner, before: PlainField): PlainField | undefined {
    const { follower } = before;
    if (follower && scanner.takesName(follower.written)) return follower;
    const name = scanner.takesText() ? scanner.text() : undefined;
    if (name === undefined || !scanner.takes(COLON)) return undefined;
    const field = this.byName.get(name);
    before.follower = field;
    return field ?? this.unknown;
  }

  private columns(count: number, rules: EntryRules): EntryColumns {
    return {
      count,
      time: this.timestamp.times.slice(0, count),
      statusCode: this.status.values.slice(0, count),
      addresses: this.ip.column(count),
      staticFiles: staticFilesIn(this.filesOf(count), rules.isStaticFile),
      claimedAddresses: this.ip.claimed(),
      ...textColumns((name) => (this.texts.get(name) as TextField).column(count)),
    };
  }

  private filesOf(count: number) {
    const { path, status, contentType } = this;
    return {
      count,
      path: { texts: path.values, places: path.places },
      statusCode: status.values,
      contentType: { texts: contentType.values, places: contentType.places },
    };
  }

  private losses(count: number): SanitisedFields {
    const sanitised: SanitisedFields = {};
    for (const field of this.fields)
      field.eachLoss(count, (reason) =>
        countSanitised(sanitised, field.name as SanitisedField, reason),
      );
    return sanitised;
  }
}

const reader = new PlainReader();

/**
 * Reads a body as `readEach` does, in one pass over its bytes, if it is plain: flat objects
 * that hold nothing wrong. Almost every body is. Returns undefined when it is not, or may
 * not be. It takes a fraction of the time, because it makes neither objects nor texts that come
 * again.
 */
export function readPlain(body: Buffer, rules: EntryRules): Entries | undefined {
  try {
    return reader.read(body, rules);
  } finally {
    // What a visitor wrote is not kept, and the next body has other rules.
    reader.forget();
  }
}
