import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Inject } from '@nestjs/common';
import type { Logger } from '@app/observability';
import {
  type ChosenVisits,
  placeBefore,
  type Turn,
  type VisitPlace,
  VisitsReader,
} from '@app/storage';
import type { FastifyRequest } from 'fastify';
import { linkToNext } from '../http/answer.js';
import { ApiError } from '../http/api-error.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { statusesOf } from '../http/status-codes.js';
import { Serves } from '../http/route.js';
import { AnswerBudget } from '../overload/answer-budget.js';
import { formatDate } from '../reports/calendar.js';
import { writeCursor } from '../reports/list-cursor.js';
import { bindingOfList, readPlace } from '../reports/list-order.js';
import { ReportSlots } from '../reports/report-slots.js';
import { atEndOf } from '../server/connections.js';
import { whoseBytes } from '../server/whose-bytes.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { askedTime, type ListedTime } from './asked-time.js';
import { type Form, FORMS } from './forms.js';
import { exportedTime } from './exported-time.js';
import { EXPORT_VISITS, LIST_VISITS } from './routes.js';
import { streamText } from './stream-text.js';
import { fromPlace, toPlace } from './visit-cursor.js';

export const VISITS_LOGGER = Symbol('VisitsLogger');

/** How long a stream waits before it asks for a slot again. */
const PAUSE_MS = 1_000;

/** An answer with more visits is a stream. One with fewer has a length and an ETag. */
const MOST_AT_ONCE = 1_000;

/** A part of a list: what lies between two places. */
interface Part {
  after: VisitPlace;
  end: VisitPlace;
  nextCursor: string | null;
}

type AskedList = AskedOf<typeof LIST_VISITS>;

/**
 * Lists visits. A statement of the database has a slot, as a report has, and nothing is held while
 * the client reads: neither a slot nor a connection, and of the text what it is about to read.
 */
@Controller()
export class VisitsController {
  constructor(
    private readonly reader: VisitsReader,
    private readonly websites: OwnedWebsites,
    private readonly slots: ReportSlots,
    private readonly answers: AnswerBudget,
    @Inject(VISITS_LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  @Serves(LIST_VISITS)
  async visits(@Asked() asked: AskedList) {
    const { request, reply, caller, query } = asked;
    const gone = new AbortController();
    atEndOf(request, reply, () => gone.abort(clientGone()));
    const turn = this.turnOf(request, gone.signal);

    const binding = bindingOfList(asked);
    const { begun, after: place } = query.cursor
      ? readPlace(query.cursor, binding)
      : { begun: asked.now };
    const time = askedTime({ caller, query, begun });
    const after = place ? fromPlace(place, time) : placeBefore(time.from);

    const chosen = await turn(() => this.choose(asked, time, after));
    const asking = { after, to: time.to, most: query.limit };
    const { end, more } = await this.reader.findEnd(chosen, asking, turn);
    const nextCursor = more ? writeCursor(binding, { begun, after: toPlace(end) }) : null;

    const form: Form = FORMS[query.format];
    const patient = this.patientTurnOf(request, gone.signal);
    const texts = this.texts(chosen, { after, end, nextCursor }, form, patient);
    const body =
      query.limit <= MOST_AT_ONCE ? await joined(texts) : this.stream(asked, texts, gone.signal);
    this.setHeaders(asked, form, nextCursor);
    return body;
  }

  @Serves(EXPORT_VISITS)
  async everything(@Asked() asked: AskedOf<typeof EXPORT_VISITS>) {
    const { request, reply, caller } = asked;
    const { format, ...days } = asked.query;
    const gone = new AbortController();
    atEndOf(request, reply, () => gone.abort(clientGone()));
    const { domain, time, chosen } = await this.turnOf(
      request,
      gone.signal,
    )(async () => {
      const website = await this.websites.find(caller, asked.id);
      const since = await this.reader.keptSince();
      const time = exportedTime({ caller, query: days, now: asked.now }, since);
      refuseDropped(time.from, since);
      const chosen = await this.reader.choose(website.id, time.days, {});
      return { domain: website.domain, time, chosen };
    });
    const form: Form = FORMS[format];
    const all = { after: placeBefore(time.from), end: placeBefore(time.to), nextCursor: null };
    const texts = this.texts(chosen, all, form, this.patientTurnOf(request, gone.signal));
    void reply.header('content-type', form.contentType);
    const file = `${domain}_visits.${form.extension}`;
    void reply.header('content-disposition', attachment(file));
    return this.stream(asked, texts, gone.signal);
  }

  private stream(
    { request, reply }: Pick<AskedList, 'request' | 'reply'>,
    texts: AsyncIterable<string>,
    gone: AbortSignal,
  ) {
    // Nobody would read it.
    if (request.method === 'HEAD') return Readable.from([]);
    return streamText(texts, {
      hold: (bytes) =>
        this.answers.hold(whoseBytes(request), bytes, () => request.raw.socket.destroy()),
      atEnd: (end) => atEndOf(request, reply, end),
      whenBroken: (error) => this.noteBroken(request, gone, error),
    });
  }

  private async choose(
    { caller, id, query }: AskedList,
    time: ListedTime,
    after: VisitPlace,
  ): Promise<ChosenVisits> {
    const website = await this.websites.find(caller, id);
    refuseDropped(after.time, await this.reader.keptSince());
    const { status, ...filter } = query;
    return this.reader.choose(website.id, time.days, {
      ...filter,
      statuses: status === undefined ? undefined : statusesOf(status),
    });
  }

  private setHeaders(
    { declaration, request, reply }: AskedList,
    form: Form,
    cursor: string | null,
  ) {
    void reply.header('content-type', form.contentType);
    if (!form.isShown)
      void reply.header('content-disposition', attachment(`visits.${form.extension}`));
    if (!form.hasCursor && cursor !== null)
      void reply.header('link', linkToNext(declaration, request.url, cursor));
  }

  private async *texts(
    chosen: ChosenVisits,
    { nextCursor, ...part }: Part,
    form: Form,
    turn: Turn,
  ): AsyncGenerator<string> {
    yield form.start;
    let areFirst = true;
    for await (const visits of this.reader.visits(chosen, part, turn)) {
      yield form.some(visits, areFirst);
      areFirst = false;
    }
    yield form.end(nextCursor);
  }

  /** Every piece of work has a slot, and none begins when the client has gone. */
  private turnOf(request: FastifyRequest, gone: AbortSignal): Turn {
    return async (work) => {
      gone.throwIfAborted();
      const leave = await this.slots.take(request);
      try {
        return await work();
      } finally {
        leave();
      }
    };
  }

  /** An answer that has begun cannot be refused any more, so it waits for its slot. */
  private patientTurnOf(request: FastifyRequest, gone: AbortSignal): Turn {
    const turn = this.turnOf(request, gone);
    return async (work) => {
      for (;;) {
        try {
          return await turn(work);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          await sleep(PAUSE_MS, undefined, { signal: gone });
        }
      }
    };
  }

  private noteBroken({ id: requestId }: FastifyRequest, gone: AbortSignal, error: unknown): void {
    if (gone.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn({ requestId, reason }, 'an answer was broken off');
  }
}

/** Lets a browser save an answer as a file. */
const attachment = (file: string) => `attachment; filename="${file}"`;

async function joined(texts: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const text of texts) whole += text;
  return whole;
}

/** @throws ApiError VALIDATION_ERROR when visits of this time are not there any more */
function refuseDropped(time: number, since: number | null): void {
  if (since === null || time >= since) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    `visits are kept from ${formatDate(new Date(since))} (UTC) on only, because RAW_RETENTION_DAYS is set; ask for days from then on. Reports still count older visits`,
  );
}

/** Nobody reads this answer, and it is not the fault of the service. */
function clientGone(): ApiError {
  return new ApiError('REQUEST_TIMEOUT', 'The client has closed the connection');
}
