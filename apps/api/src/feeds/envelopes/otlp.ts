import type { IncomingHttpHeaders } from 'node:http';
import type { Envelope } from './envelope.js';
import { otlpJson } from './otlp-json.js';
import { otlpProtobuf } from './otlp-protobuf.js';

/** The first byte of every request in protobuf that has logs: field 1, with a length. */
const FIRST_OF_PROTOBUF = 0x0a;

export const PROTOBUF = 'application/x-protobuf';

export function isProtobuf({ 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return /protobuf/i.test(type);
}

/** Log records of OTLP, in JSON or protobuf as the content type says, otherwise the first byte. */
export function otlpRecords(headers: IncomingHttpHeaders): Envelope {
  if (isProtobuf(headers)) return otlpProtobuf();
  return /json/i.test(headers['content-type'] ?? '') ? otlpJson() : byFirstByte();
}

function byFirstByte(): Envelope {
  let chosen: Envelope | undefined;
  return {
    get size() {
      return chosen?.size ?? 0;
    },
    push: (chunk) => {
      if (chunk.length === 0) return [];
      chosen ??= chunk[0] === FIRST_OF_PROTOBUF ? otlpProtobuf() : otlpJson();
      return chosen.push(chunk);
    },
    end: () => chosen?.end() ?? [],
  };
}
