import { type PbfReader, PbfWriter } from 'pbf';

/** A value of OTLP/JSON. */
export type OtlpValue = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number;
  doubleValue?: number;
  bytesValue?: string;
  arrayValue?: { values: OtlpValue[] };
  kvlistValue?: { values: OtlpPair[] };
};
export interface OtlpPair {
  key: string;
  value: OtlpValue;
}
export interface OtlpRecord {
  timeUnixNano?: string;
  observedTimeUnixNano?: string;
  severityNumber?: number;
  severityText?: string;
  body?: OtlpValue;
  attributes?: OtlpPair[];
}
export interface OtlpRequest {
  resourceLogs: {
    resource?: { attributes: OtlpPair[] };
    scopeLogs: { scope?: { name: string }; logRecords: OtlpRecord[] }[];
  }[];
}

/** Returns a request of a visitor as a log record with the names of the semantic conventions. */
export function anOtlpRecord(attributes: Record<string, string | number> = {}): OtlpRecord {
  const all = {
    'http.request.method': 'GET',
    'url.path': '/pricing',
    'server.address': 'example.com',
    'client.address': '192.0.2.17',
    'user_agent.original': 'GPTBot/1.2',
    'http.response.status_code': 200,
    ...attributes,
  };
  return {
    timeUnixNano: '1795175940123000000',
    observedTimeUnixNano: '1795175940456000000',
    severityNumber: 9,
    severityText: 'INFO',
    attributes: Object.entries(all).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
    })),
  };
}

/** Returns a request with these records. */
export function anOtlpRequest(...logRecords: OtlpRecord[]): OtlpRequest {
  const attributes = [{ key: 'service.name', value: { stringValue: 'edge' } }];
  return {
    resourceLogs: [
      { resource: { attributes }, scopeLogs: [{ scope: { name: 'access' }, logRecords }] },
    ],
  };
}

/** Returns a request as protobuf, written by the numbers of fields of OpenTelemetry's schema. */
export function otlpProtobuf({ resourceLogs }: OtlpRequest): Buffer {
  const writer = new PbfWriter();
  for (const one of resourceLogs) writer.writeMessage(1, writeResourceLogs, one);
  return Buffer.from(writer.finish());
}

function writeResourceLogs(
  { resource, scopeLogs }: OtlpRequest['resourceLogs'][number],
  writer: PbfWriter,
): void {
  if (resource)
    writer.writeMessage(1, (_, inner) => writePairs(1, resource.attributes, inner), undefined);
  for (const one of scopeLogs)
    writer.writeMessage(
      2,
      ({ scope, logRecords }, inner) => {
        if (scope) inner.writeMessage(1, ({ name }, own) => own.writeStringField(1, name), scope);
        for (const record of logRecords) inner.writeMessage(2, writeRecord, record);
      },
      one,
    );
}

function writeRecord(record: OtlpRecord, writer: PbfWriter): void {
  writeTime(1, record.timeUnixNano, writer);
  if (record.severityNumber !== undefined) writer.writeVarintField(2, record.severityNumber);
  if (record.severityText !== undefined) writer.writeStringField(3, record.severityText);
  if (record.body) writer.writeMessage(5, writeValue, record.body);
  writePairs(6, record.attributes ?? [], writer);
  writeTime(11, record.observedTimeUnixNano, writer);
}

/** The writer's own method takes a number, which has too few digits for nanoseconds. */
function writeTime(field: number, nanoseconds: string | undefined, writer: PbfWriter): void {
  if (nanoseconds === undefined) return;
  const time = BigInt(nanoseconds);
  writer.writeTag(field, 1);
  writer.writeFixed32(Number(time & 0xffffffffn));
  writer.writeFixed32(Number(time >> 32n));
}

function writePairs(field: number, pairs: OtlpPair[], writer: PbfWriter): void {
  for (const pair of pairs) writer.writeMessage(field, writePair, pair);
}

function writePair({ key, value }: OtlpPair, writer: PbfWriter): void {
  writer.writeStringField(1, key);
  writer.writeMessage(2, writeValue, value);
}

function writeValue(value: OtlpValue, writer: PbfWriter): void {
  const { stringValue, boolValue, intValue, doubleValue, bytesValue } = value;
  const { arrayValue, kvlistValue } = value;
  if (stringValue !== undefined) writer.writeStringField(1, stringValue);
  if (boolValue !== undefined) writer.writeBooleanField(2, boolValue);
  if (intValue !== undefined) writer.writeVarintField(3, intValue);
  if (doubleValue !== undefined) writer.writeDoubleField(4, doubleValue);
  if (bytesValue !== undefined) writer.writeBytesField(7, Buffer.from(bytesValue, 'base64'));
  if (arrayValue)
    writer.writeMessage(
      5,
      ({ values }, inner) => {
        for (const one of values) inner.writeMessage(1, writeValue, one);
      },
      arrayValue,
    );
  if (kvlistValue)
    writer.writeMessage(6, ({ values }, inner) => writePairs(1, values, inner), kvlistValue);
}

/** Reads a message with a number in field 1 and a text in field 2, such as an answer of OTLP. */
export function numberAndText(reader: PbfReader, end: number) {
  const found: { number?: number; text?: string } = {};
  reader.readFields(
    (field) => {
      if (field === 1) found.number = reader.readVarint();
      if (field === 2) found.text = reader.readString();
    },
    undefined,
    end,
  );
  return found;
}
