import { PbfReader } from 'pbf';

/** Types of a field in protobuf. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/** Nested values are read to this depth; the reader of records goes less far. */
const MOST_LEVELS = 16;

/** A value of OTLP/JSON. */
type Value = Record<string, unknown>;

/**
 * Gives the messages in one field of a message, lazily. At a place where the message is broken it
 * gives undefined, and then nothing more.
 */
export function* messagesIn(
  bytes: Uint8Array,
  wanted: number,
): Generator<Uint8Array | undefined, void> {
  const reader = new PbfReader(bytes);
  for (;;) {
    const found = nextMessage(reader, wanted);
    if (found !== 'end') yield found;
    if (!(found instanceof Uint8Array)) return;
  }
}

/** Returns the next message in a field, or undefined when what comes next is broken. */
function nextMessage(reader: PbfReader, wanted: number): Uint8Array | 'end' | undefined {
  try {
    for (let field = reader.nextField(); field; field = reader.nextField()) {
      if (field !== wanted || reader.type !== BYTES) continue;
      const message = reader.readBytes();
      return reader.pos > reader.length ? undefined : message;
    }
  } catch {
    return undefined;
  }
  // What ends too early ends behind the last byte, and a field 0 ends before it.
  return reader.pos === reader.length ? 'end' : undefined;
}

/**
 * Returns a message in the form of OTLP/JSON, or undefined when it is broken. Fields that no log
 * format reads are passed over, like unknown ones.
 */
export function decode<Message>(
  bytes: Uint8Array,
  read: (reader: PbfReader, end: number, level: number) => Message,
): Message | undefined {
  const reader = new PbfReader(bytes);
  try {
    const message = read(reader, reader.length, 0);
    return reader.pos === reader.length ? message : undefined;
  } catch {
    return undefined;
  }
}

export function readResource(reader: PbfReader, end: number): Value {
  const attributes: Value[] = [];
  eachField(reader, end, (field) => {
    if (field === 1 && reader.type === BYTES) attributes.push(inside(reader, readKeyValue, 0));
  });
  return { attributes };
}

export function readLogRecord(reader: PbfReader, end: number): Value {
  const attributes: Value[] = [];
  const record: Value = { attributes };
  eachField(reader, end, (field) => {
    if (field === 1 && reader.type === FIXED64) record['timeUnixNano'] = readFixed64(reader);
    if (field === 11 && reader.type === FIXED64)
      record['observedTimeUnixNano'] = readFixed64(reader);
    if (field === 5 && reader.type === BYTES) record['body'] = inside(reader, readAnyValue, 0);
    if (field === 6 && reader.type === BYTES) attributes.push(inside(reader, readKeyValue, 0));
  });
  return record;
}

function readKeyValue(reader: PbfReader, end: number, level: number): Value {
  const pair: Value = { key: '' };
  eachField(reader, end, (field) => {
    if (reader.type !== BYTES) return;
    if (field === 1) pair['key'] = readBuffer(reader).toString('utf8');
    if (field === 2) pair['value'] = inside(reader, readAnyValue, level);
  });
  return pair;
}

function readAnyValue(reader: PbfReader, end: number, level: number): Value {
  let value: Value = {};
  eachField(reader, end, (field) => {
    value = readKind(reader, field, level) ?? value;
  });
  return value;
}

/** Returns the value if the field is one that an AnyValue may have. */
function readKind(reader: PbfReader, field: number, level: number): Value | undefined {
  if (reader.type === VARINT) {
    if (field === 2) return { boolValue: reader.readBoolean() };
    if (field === 3) return { intValue: reader.readVarint(true) };
  }
  if (reader.type === FIXED64 && field === 4) return { doubleValue: reader.readDouble() };
  if (reader.type !== BYTES) return undefined;
  if (field === 1) return { stringValue: readBuffer(reader).toString('utf8') };
  if (field === 7) return { bytesValue: readBuffer(reader).toString('base64') };
  if (level >= MOST_LEVELS) return undefined;
  if (field === 5) return { arrayValue: inside(reader, valuesOf(readAnyValue), level + 1) };
  if (field === 6) return { kvlistValue: inside(reader, valuesOf(readKeyValue), level + 1) };
  return undefined;
}

/** Returns what reads a list of messages, which has them in its first field. */
function valuesOf(read: (reader: PbfReader, end: number, level: number) => Value) {
  return (reader: PbfReader, end: number, level: number): Value => {
    const values: Value[] = [];
    eachField(reader, end, (field) => {
      if (field === 1 && reader.type === BYTES) values.push(inside(reader, read, level));
    });
    return { values };
  };
}

/** Calls `take` for each field up to `end`. What it does not read is passed over. */
function eachField(reader: PbfReader, end: number, take: (field: number) => void): void {
  for (let field = reader.nextField(end); field; field = reader.nextField(end)) take(field);
}

/** Reads a message within another one. One that ends behind the other one is found there. */
function inside<Message>(
  reader: PbfReader,
  read: (reader: PbfReader, end: number, level: number) => Message,
  level: number,
): Message {
  const end = reader.readVarint() + reader.pos;
  const message = read(reader, end, level);
  if (reader.pos !== end) throw new RangeError('A message does not end where it must');
  return message;
}

/** Returns bytes as a buffer, without a copy of them. */
function readBuffer(reader: PbfReader): Buffer {
  const bytes = reader.readBytes();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Times have more digits than a number of JavaScript, so they are text, as in JSON. */
function readFixed64(reader: PbfReader): string {
  const time = reader.dataView.getBigUint64(reader.pos, true);
  reader.pos += 8;
  return String(time);
}
