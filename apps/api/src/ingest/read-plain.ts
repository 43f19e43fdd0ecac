import { MAX_ENTRIES_PER_REQUEST, type EntryColumns } from '@app/contracts';
import { JsonScanner } from '../http/json-scanner.js';
import { AddressField } from './plain-address.js';
import {
  CountField,
  NoParametersField,
  type PlainField,
  StatusField,
  TextField,
  TimeField,
  UnknownField,
} from './plain-fields.js';
import type { Entries, EntryRules } from './read-entries.js';
import { MOST_PLACES } from './remembered-texts.js';
import { countSanitised, SANITISERS, type SanitisedFields } from './sanitise-entry.js';

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** A body with more fields is left to the other reader, which bounds what it costs. */
const MOST_FIELDS = 20_000;

/** A client has null for what its visitor did not send, so null means the same as an empty text. */
const NULL_IS_EMPTY = { ifNull: '' };
const MAY_BE_MISSING = { ifNull: null, ifMissing: null };
const MAY_BE_EMPTY = { ifNull: '', ifMissing: '' };

/** The first seven must be in each entry. */
const REQUIRED = 2 ** 7 - 1;

/** Goes through flat objects, and makes columns of their fields. */
class PlainReader {
  private readonly timestamp = new TimeField('timestamp', 1 << 0);
  private readonly method = new TextField('method', 1 << 1, SANITISERS.method);
  private readonly host = new TextField('host', 1 << 2, SANITISERS.host, NULL_IS_EMPTY);
  private readonly path = new TextField('path', 1 << 3, SANITISERS.path);
  private readonly status = new StatusField('status_code', 1 << 4);
  private readonly ip = new AddressField('ip', 1 << 5);
  private readonly userAgent = new TextField(
    'user_agent',
    1 << 6,
    SANITISERS.user_agent,
    NULL_IS_EMPTY,
  );
  private readonly referer = new TextField<string | null>(
    'referer',
    1 << 7,
    SANITISERS.referer,
    MAY_BE_MISSING,
  );
  private readonly contentType = new TextField<string | null>(
    'content_type',
    1 << 8,
    (value) => ({ value, reason: undefined }),
    MAY_BE_MISSING,
  );
  private readonly signatureAgent = new TextField(
    'signature_agent',
    1 << 9,
    SANITISERS.signature_agent,
    MAY_BE_EMPTY,
  );
  /** In the order in which most senders write them. */
  private readonly fields: PlainField[] = [
    ...[this.timestamp, this.method, this.host, this.path, this.status, this.ip, this.userAgent],
    ...[this.referer, this.contentType, this.signatureAgent],
    new NoParametersField('query_params', 1 << 10),
    new CountField('bytes_sent', 1 << 11),
    new CountField('duration_ms', 1 << 12),
  ];
  private readonly byName = new Map(this.fields.map((field) => [field.name, field]));
  private readonly unknown = new UnknownField();
  /** Stands before the first field of each entry. */
  private readonly first: PlainField = new UnknownField();
  private fieldsRead = 0;
  /** What was decided last about each path, and of which status and type. */
  private readonly judged = new Int32Array(MOST_PLACES);
  private readonly isStatic = new Uint8Array(MOST_PLACES);

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
    const staticFiles = this.staticFiles(count, rules);
    return {
      count,
      time: this.timestamp.times.slice(0, count),
      statusCode: this.status.codes.slice(0, count),
      method: this.method.column(count),
      host: this.host.column(count),
      path: this.path.column(count),
      userAgent: this.userAgent.column(count),
      referer: this.referer.column(count),
      addresses: this.ip.column(count),
      staticFiles,
      signatureAgents: this.signatureAgents(count),
    };
  }

  /** Paths come again, mostly with the same status and type. */
  private staticFiles(count: number, rules: EntryRules): number[] {
    const { path, status, contentType, judged, isStatic } = this;
    const found: number[] = [];
    judged.fill(0, 0, path.values.length);
    for (let row = 0; row < count; row++) {
      const place = path.places[row] as number;
      const statusCode = status.codes[row] as number;
      const type = contentType.places[row] as number;
      const asked = 1 + statusCode * MOST_PLACES + type;
      if (judged[place] !== asked) {
        judged[place] = asked;
        const file = {
          path: path.values[place] as string,
          statusCode,
          contentType: contentType.values[type] ?? undefined,
        };
        isStatic[place] = rules.isStaticFile(file) ? 1 : 0;
      }
      if (isStatic[place] === 1) found.push(row);
    }
    return found;
  }

  private signatureAgents(count: number): [place: number, host: string][] {
    const { places, values } = this.signatureAgent;
    const found: [place: number, host: string][] = [];
    // Nearly always there is none.
    if (values.length === 1) return found;
    for (let row = 0; row < count; row++) {
      const host = values[places[row] as number] as string;
      if (host !== '') found.push([row, host]);
    }
    return found;
  }

  private losses(count: number): SanitisedFields {
    const sanitised: SanitisedFields = {};
    const fields = {
      ...{ method: this.method, host: this.host, path: this.path, ip: this.ip },
      ...{ user_agent: this.userAgent, signature_agent: this.signatureAgent },
    };
    for (const [name, field] of Object.entries(fields))
      field.eachLoss(count, (reason) =>
        countSanitised(sanitised, name as keyof typeof fields, { reason }),
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
