import { numberAndText } from '@app/testing';
import { PbfReader } from 'pbf';
import { ApiError } from '../http/api-error.js';
import { OTLP_ANSWERS } from './otlp-answers.js';

const NONE = { processed: 2, skipped: 0, rejected: 0, reasons: {} };
const SOME = {
  processed: 2,
  skipped: 1,
  rejected: 3,
  reasons: { blank: 1, bad_time: 1, cut_off: 2 },
};
const asked = (type: string | undefined) => ({ headers: { 'content-type': type }, now: 0 });
const PROTOBUF = asked('application/x-protobuf');

const MESSAGE =
  /^3 log records were rejected: 2 cut_off \(the record is broken, .*\), 1 bad_time \(.*\)\. Send a log record for each HTTP request, with/;

it.each([undefined, 'application/json', 'text/plain'])('answers %s in JSON', (type) => {
  expect(OTLP_ANSWERS.accepted(NONE, asked(type))).toEqual({
    contentType: 'application/json',
    body: Buffer.from('{}'),
  });
  const { body } = OTLP_ANSWERS.accepted(SOME, asked(type));
  const answer: unknown = JSON.parse(body.toString());
  expect(answer).toEqual({
    partialSuccess: { rejectedLogRecords: '3', errorMessage: expect.stringMatching(MESSAGE) },
  });
  expect(OTLP_ANSWERS.schema.parse(answer)).toEqual(answer);
});

it('answers protobuf in protobuf', () => {
  const nothing = OTLP_ANSWERS.accepted(NONE, PROTOBUF);
  expect(nothing).toEqual({ contentType: 'application/x-protobuf', body: Buffer.alloc(0) });
  const { body } = OTLP_ANSWERS.accepted(SOME, PROTOBUF);
  const reader = new PbfReader(body as Buffer);
  expect(reader.nextField()).toBe(1);
  const partial = numberAndText(reader, reader.readVarint() + reader.pos);
  expect(partial).toEqual({ number: 3, text: expect.stringMatching(MESSAGE) });
  expect(reader.nextField()).toBe(0);
});

it.each([
  ['INVALID_JSON', 3],
  ['UNAUTHORIZED', 16],
  ['FORBIDDEN', 7],
  ['REQUEST_TIMEOUT', 4],
  ['PAYLOAD_TOO_LARGE', 3],
  ['RATE_LIMITED', 8],
  ['INTERNAL_ERROR', 13],
  ['SERVICE_UNAVAILABLE', 14],
] as const)('answers %s with the code %i', (code, status) => {
  const error = new ApiError(code, 'Wait, then send it again');
  const json = OTLP_ANSWERS.errors.write(error, asked('application/json'));
  expect(JSON.parse(json.body.toString())).toEqual({ code: status, message: error.message });
  const { body } = OTLP_ANSWERS.errors.write(error, PROTOBUF);
  const found = numberAndText(new PbfReader(body as Buffer), body.length);
  expect(found).toEqual({ number: status, text: error.message });
});
