import {
  CARRIED_FIELDS,
  type EntryColumns,
  isClaimedAddress,
  packAddresses,
  type Sanitiser,
  type SanitisingReason,
  type SentLogEntry,
  type StaticFileTest,
  type TextColumn,
  textColumns,
  type TextName,
  VISIT_FIELDS,
} from '@app/contracts';
import { countSanitised, type SanitisedFields } from './sanitised-fields.js';

/**
 * Entries that become a batch. It takes valid entries one after the other, and keeps them as columns
 * in the form that is queued. Values that a visitor controls are corrected, and counted where
 * something of them was lost.
 */
export class EntryBatch {
  private readonly times: number[] = [];
  private readonly statusCodes: number[] = [];
  private readonly addresses: (string | null)[] = [];
  private readonly staticFiles: number[] = [];
  private readonly claimedAddresses: number[] = [];
  private readonly texts = CARRIED_FIELDS.map(({ field, name }) => ({
    ...{ field, name },
    list: new TextList(VISIT_FIELDS[field].sanitise, (reason) =>
      countSanitised(this.sanitised, field, reason),
    ),
  }));
  private readonly paths = this.listOf('path');

  /** @param sanitised counts the values that were corrected, perhaps in several batches */
  constructor(
    private readonly isStaticFile: StaticFileTest,
    readonly sanitised: SanitisedFields = {},
  ) {}

  get count(): number {
    return this.times.length;
  }

  /** @param time of the entry, epoch milliseconds UTC */
  add(input: SentLogEntry, time: number): void {
    const { status_code: statusCode, ip, content_type: contentType } = input;
    for (const { field, list } of this.texts) list.add(input[field]);
    const address = VISIT_FIELDS.ip.sanitise(ip ?? '');
    countSanitised(this.sanitised, 'ip', address.reason);
    this.addresses.push(address.value);
    this.statusCodes.push(statusCode);
    const row = this.times.push(time) - 1;
    if (isClaimedAddress(ip ?? '')) this.claimedAddresses.push(row);
    const path = this.paths.last ?? '';
    if (this.isStaticFile({ path, statusCode, contentType: contentType ?? undefined }))
      this.staticFiles.push(row);
  }

  columns(): EntryColumns {
    return {
      count: this.count,
      time: Float64Array.from(this.times),
      statusCode: Uint32Array.from(this.statusCodes),
      addresses: packAddresses(this.addresses),
      staticFiles: this.staticFiles,
      claimedAddresses: this.claimedAddresses,
      ...textColumns((name) => this.listOf(name).column()),
    };
  }

  private listOf(wanted: TextName): TextList {
    return this.texts.find(({ name }) => name === wanted)?.list as TextList;
  }
}

/** The value of a field: null when the visitor sent none, undefined when the log does not say. */
type Sent = string | number | null | undefined;

/** The texts of a field, each once in the form that is queued. */
class TextList {
  private readonly texts: (string | null)[] = [];
  private readonly places: number[] = [];
  /** The places of values as they were sent, and of texts as they are queued. */
  private readonly known = new Map<Sent, number>();
  /** Sent values of which something was lost. */
  private readonly losses = new Map<Sent, SanitisingReason>();

  constructor(
    private readonly sanitise: Sanitiser,
    private readonly lose: (reason: SanitisingReason) => void,
  ) {}

  /** The text that was added last, as it is queued. */
  get last(): string | null | undefined {
    return this.texts[this.places.at(-1) as number];
  }

  add(sent: Sent): void {
    const place = this.known.get(sent);
    if (place === undefined) return this.learn(sent);
    this.places.push(place);
    const reason = this.losses.size > 0 ? this.losses.get(sent) : undefined;
    if (reason) this.lose(reason);
  }

  column(): TextColumn<string | null> {
    return { texts: this.texts, places: Uint32Array.from(this.places) };
  }

  private learn(sent: Sent): void {
    const { value, reason } = sent === undefined ? NOTHING : this.sanitise(`${sent ?? ''}`);
    // What is queued would not be changed again, and stands for nothing where there is no text.
    const queued = value ?? undefined;
    const place = this.known.get(queued) ?? this.texts.push(value) - 1;
    this.known.set(queued, place);
    this.places.push(place);
    if (reason) this.lose(reason);
    if (typeof sent === 'string' && sent.length > LONGEST_REMEMBERED) return;
    this.known.set(sent, place);
    if (reason) this.losses.set(sent, reason);
  }
}

/** A sent text may be far longer than what is queued of it, and is not held then. */
const LONGEST_REMEMBERED = 2_048;
const NOTHING = { value: null, reason: undefined };
