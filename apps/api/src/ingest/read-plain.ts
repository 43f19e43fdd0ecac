import { type LogEntry, MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import { JsonScanner } from '../http/json-scanner.js';
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
import {
  countSanitised,
  SANITISERS,
  type SanitisedFields,
  type SanitisedText,
} from './sanitise-entry.js';

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** A body with more fields is left to the other reader, which bounds what it costs. */
const MOST_FIELDS = 20_000;

/** A path, and whether it was a static file when it was seen last. */
interface KnownPath extends SanitisedText {
  file: { statusCode: number; type: ContentType; isStatic: boolean } | undefined;
}

interface ContentType {
  value: string | undefined;
}

const NO_REFERER = SANITISERS.referer('');
const NO_TYPE: ContentType = { value: undefined };
const NO_SIGNER = SANITISERS.signature_agent('');

/** Goes through flat objects, and makes each an entry. */
class PlainReader {
  private readonly timestamp = new TimeField('timestamp');
  private readonly method = new TextField('method', SANITISERS.method);
  private readonly host = visitorText('host', SANITISERS.host);
  private readonly path = new TextField('path', knownPath);
  private readonly status = new StatusField('status_code');
  private readonly ip = visitorText('ip', SANITISERS.ip);
  private readonly userAgent = visitorText('user_agent', SANITISERS.user_agent);
  private readonly referer = new TextField('referer', SANITISERS.referer, NO_REFERER);
  private readonly contentType = new TextField<ContentType>('content_type', contentType, NO_TYPE);
  private readonly signatureAgent = new TextField(
    'signature_agent',
    SANITISERS.signature_agent,
    NO_SIGNER,
  );
  /** In the order in which most senders write them. */
  private readonly fields: PlainField[] = [
    ...[this.timestamp, this.method, this.host, this.path, this.status, this.ip, this.userAgent],
    ...[this.referer, this.contentType, this.signatureAgent],
    new NoParametersField('query_params'),
    new CountField('bytes_sent'),
    new CountField('duration_ms'),
  ];
  private readonly byName = new Map(this.fields.map((field) => [field.name, field]));
  private readonly unknown = new UnknownField('');
  /** Stands before the first field of each entry. */
  private readonly first: PlainField = new UnknownField('');
  private fieldsRead = 0;

  read(body: Buffer, rules: EntryRules): Entries | undefined {
    this.fieldsRead = 0;
    const entries: LogEntry[] = [];
    const sanitised: SanitisedFields = {};
    const scanner = new JsonScanner(body);
    const isList = scanner.takes(OPEN_ARRAY);
    do {
      const entry = this.takeFields(scanner, rules) ? this.entryOf(rules, sanitised) : undefined;
      if (!entry || entries.push(entry) > MAX_ENTRIES_PER_REQUEST) return undefined;
    } while (isList && scanner.takes(COMMA));
    if (isList && !scanner.takes(CLOSE_ARRAY)) return undefined;
    return scanner.isAtEnd() ? { entries, sanitised } : undefined;
  }

  forget(): void {
    for (const field of this.fields) field.forget();
  }

  private takeFields(scanner: JsonScanner, rules: EntryRules): boolean {
    if (!scanner.takes(OPEN_OBJECT)) return false;
    this.begin();
    let before = this.first;
    do {
      const field = this.takeName(scanner, before);
      if (!field || !scanner.takes(COLON) || !field.take(scanner, rules)) return false;
      if (++this.fieldsRead > MOST_FIELDS) return false;
      before = field;
    } while (scanner.takes(COMMA));
    return scanner.takes(CLOSE_OBJECT);
  }

  /** Forgets the values of the entry before. */
  private begin(): void {
    this.timestamp.value = undefined;
    this.method.value = undefined;
    this.host.value = undefined;
    this.path.value = undefined;
    this.status.value = undefined;
    this.ip.value = undefined;
    this.userAgent.value = undefined;
    this.referer.value = NO_REFERER;
    this.contentType.value = NO_TYPE;
    this.signatureAgent.value = NO_SIGNER;
  }

  /** @param before the field before it */
  private takeName(scanner: JsonScanner, before: PlainField): PlainField | undefined {
    const { follower } = before;
    if (follower && scanner.takesBytes(follower.bytes)) return follower;
    const name = scanner.takesText() ? scanner.text() : undefined;
    if (name === undefined) return undefined;
    const field = this.byName.get(name);
    before.follower = field;
    return field ?? this.unknown;
  }

  /** Returns undefined when a field is missing. */
  private entryOf(rules: EntryRules, sanitised: SanitisedFields): LogEntry | undefined {
    const time = this.timestamp.value;
    const method = this.method.value;
    const host = this.host.value;
    const path = this.path.value;
    const statusCode = this.status.value;
    const ip = this.ip.value;
    const userAgent = this.userAgent.value;
    if (time === undefined || statusCode === undefined) return undefined;
    if (!method || !host || !path || !ip || !userAgent) return undefined;
    countSanitised(sanitised, 'method', method);
    countSanitised(sanitised, 'host', host);
    countSanitised(sanitised, 'path', path);
    countSanitised(sanitised, 'ip', ip);
    countSanitised(sanitised, 'user_agent', userAgent);
    const entry: LogEntry = {
      time,
      method: method.value,
      host: host.value,
      path: path.value,
      statusCode,
      ip: ip.value,
      userAgent: userAgent.value,
      referer: (this.referer.value ?? NO_REFERER).value,
    };
    const signer = this.signatureAgent.value ?? NO_SIGNER;
    if (signer !== NO_SIGNER) {
      countSanitised(sanitised, 'signature_agent', signer);
      if (signer.value !== '') entry.signatureAgent = signer.value;
    }
    if (this.isStaticFile(path, statusCode, rules)) entry.isStaticFile = true;
    return entry;
  }

  private isStaticFile(path: KnownPath, statusCode: number, rules: EntryRules): boolean {
    const type = this.contentType.value ?? NO_TYPE;
    const { file } = path;
    if (file && file.statusCode === statusCode && file.type === type) return file.isStatic;
    const isStatic = rules.isStaticFile({ path: path.value, statusCode, contentType: type.value });
    path.file = { statusCode, type, isStatic };
    return isStatic;
  }
}

/** A client has null for what its visitor did not send, so null means the same as an empty text. */
function visitorText<Value extends object>(name: string, make: (text: string) => Value) {
  return new TextField(name, make, make(''));
}

function knownPath(text: string): KnownPath {
  const { value, reason } = SANITISERS.path(text);
  return { value, reason, file: undefined };
}

function contentType(value: string): ContentType {
  return { value };
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
