import { API_ERRORS, type ApiErrorCode } from '@app/contracts';
import { numberAndText } from '@app/testing';
import { PbfReader } from 'pbf';
import { z } from 'zod';
import type { Feed } from '../../apps/api/src/feeds/feed.js';
import { errorShape } from '../support/shapes.js';

/** What an answer says, in whatever form it is written. */
export interface Said {
  /** What is wrong with its form. */
  faults: string[];
  code?: string;
  message?: string;
  processed?: number;
}

/** How a route writes its answers. */
export interface AnswerForm {
  contentType: string;
  read(status: number, body: Buffer): Said;
}

/** The form of the pixel: always the image. */
export const IMAGE: AnswerForm = {
  contentType: 'image/gif',
  read: (status, bytes) => ({
    faults:
      status === 200 && /^GIF89a\x01\0\x01\0/.test(bytes.toString('latin1')) ? [] : ['no image'],
  }),
};

interface Envelope {
  success?: boolean;
  processed?: number;
  error?: { code?: string; message?: string };
}

/** The form of most routes. */
export const ENVELOPE: AnswerForm = {
  contentType: 'application/json; charset=utf-8',
  read(status, bytes) {
    const body = parse(bytes.toString());
    const { code, message } = body?.error ?? {};
    return { faults: faultsOf(status, body), code, message, processed: body?.processed };
  },
};

function faultsOf(status: number, body: Envelope | undefined): string[] {
  if (status === 200) return body?.success === true ? [] : noForm(body);
  const envelope = errorShape.safeParse(body);
  if (!envelope.success) return noForm(body);
  const { code } = envelope.data.error;
  return API_ERRORS[code as ApiErrorCode].status === status ? [] : [`${status} is not ${code}`];
}

const counts = z
  .strictObject({
    success: z.literal(true),
    processed: z.int().min(0),
    skipped: z.int().min(0),
    rejected: z.int().min(0),
    reasons: z.record(z.string(), z.int().min(1)),
  })
  .refine(
    ({ skipped, rejected, reasons }) =>
      Object.values(reasons).reduce((sum, count) => sum + count, 0) === skipped + rejected,
    'the reasons do not add up to what was skipped and rejected',
  );

/** The form of feeds whose senders read nothing but the status. */
const COUNTS: AnswerForm = {
  contentType: ENVELOPE.contentType,
  read(status, bytes) {
    if (status !== 200) return ENVELOPE.read(status, bytes);
    const body = counts.safeParse(parse(bytes.toString()));
    if (!body.success) return { faults: [body.error.message] };
    return { faults: [], processed: body.data.processed };
  },
};

/** Returns the form in which a feed answers a request with this content type. */
export function formOf({ name, answers }: Feed, contentType = ''): AnswerForm {
  if (!answers) return COUNTS;
  const isProtobuf = name === 'otlp' && contentType.includes('protobuf');
  return {
    contentType: isProtobuf ? 'application/x-protobuf' : 'application/json',
    read(status, bytes) {
      const body = isProtobuf ? fromProtobuf(status, bytes) : parse(bytes.toString());
      const schema = (status === 200 ? answers.schema : answers.errors.schema) as z.ZodObject;
      if (!schema.strict().safeParse(body).success) return { faults: noForm(body) };
      const { message, errorMessage = message } = body as Record<string, string | undefined>;
      return { faults: [], message: errorMessage };
    },
  };
}

/** Reads an answer of OTLP, by the numbers of its fields. */
function fromProtobuf(status: number, bytes: Buffer): object {
  const reader = new PbfReader(bytes);
  if (status !== 200) {
    const { number: code, text: message } = numberAndText(reader, bytes.length);
    return { code, message };
  }
  if (bytes.length === 0) return {};
  reader.nextField();
  const { number, text } = numberAndText(reader, reader.readVarint() + reader.pos);
  return { partialSuccess: { rejectedLogRecords: `${number}`, errorMessage: text } };
}

export function parse(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}

const noForm = (body: unknown): string[] => [
  `no answer of its route: ${String(JSON.stringify(body)).slice(0, 200)}`,
];
