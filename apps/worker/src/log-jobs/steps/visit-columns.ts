import { HUMAN_BOT_ID, referralSourceOf } from '@app/classification';
import {
  type AddressColumn,
  CARRIED_NAMES,
  fieldsOf,
  type IpStorage,
  rowTexts,
  selectAddresses,
  selectTexts,
  textAt,
  type TextName,
  type Verdict,
  verificationCode,
} from '@app/contracts';
import { storeAddresses } from '@app/queue';
import type { Client, Referer, VisitColumns } from '@app/storage';
import { differentPlaces, joinPlaces } from './join-places.js';
import type { NamedPart } from './names.js';

/** What a client has of the entry itself; the rest was found out about it. */
const CLIENT_TEXTS = fieldsOf('clients').flatMap(({ name }) =>
  CARRIED_NAMES.includes(name as TextName) ? [name as ClientText] : [],
);
type ClientText = TextName & keyof Client;

/**
 * Puts together what the steps found out about visits, in the form in which they are written. A text
 * is looked at once, however many visits have it.
 */
export function visitColumns(named: NamedPart, ipStorage: IpStorage): VisitColumns {
  const { part, places, websiteIds, judgements, pages, pageOf, visitorOf } = named;
  const { time, statusCode } = part.entries;
  const { clientOf, clients, botIdOf } = clientsOf(named);
  const count = places.length;
  const times = new Float64Array(count);
  const botIds = new Int32Array(count);
  const verifications = new Uint8Array(count);
  const statusCodes = new Uint32Array(count);
  // One loop, because the methods of typed arrays take several times as long.
  for (let row = 0; row < count; row++) {
    const place = places[row] as number;
    times[row] = time[place] as number;
    botIds[row] = botIdOf[clientOf[row] as number] as number;
    const judgement = judgements[row];
    if (judgement) verifications[row] = verificationCode(judgement.verification);
    statusCodes[row] = statusCode[place] as number;
  }
  return {
    ...{ count, times, websiteIds, botIds, verifications, statusCodes },
    addresses: storedAddresses(part.entries.addresses, places, ipStorage),
    ...{ pageOf, pages, clientOf, clients },
    ...referersOf(named),
    texts: rowTexts((name) => selectTexts(part.entries[name], places)),
    visitorOf,
  };
}

/** The API has cut them, unless it has another setting. */
function storedAddresses(
  queued: AddressColumn,
  places: Uint32Array,
  ipStorage: IpStorage,
): AddressColumn {
  const addresses = selectAddresses(queued, places);
  storeAddresses(addresses, ipStorage);
  return addresses;
}

interface Clients extends Pick<VisitColumns, 'clientOf' | 'clients'> {
  /** For each client the bot that its visits name, or 0 for a person. */
  botIdOf: number[];
}

/** Two visits are of the same client only if the same was found out about them. */
function clientsOf({ part, places, websiteIds, verdicts, nameIds }: NamedPart): Clients {
  const { entries } = part;
  const texts = CLIENT_TEXTS.map((name) => entries[name]);
  // The host decides the website.
  const { joined, rows } = joinPlaces(places.length, [
    ...differentPlaces(texts, places),
    placesOf(verdicts),
  ]);
  const clients = rows.map((row): Client => {
    const place = places[row] as number;
    const verdict = verdicts[row] as Verdict;
    const found = verdict.kind === 'human' ? verdict.client : NO_CLIENT;
    // It has all fields from the beginning: to add them one by one takes longer.
    const client: Client = { ...BLANK_CLIENT };
    client.websiteId = websiteIds[row] as number;
    client.time = entries.time[place] as number;
    client.browser = found.browser;
    client.os = found.os;
    client.device = found.device;
    for (const name of CLIENT_TEXTS) client[name] = textAt(entries[name], place);
    return client;
  });
  return {
    clientOf: joined,
    clients,
    botIdOf: rows.map((row) => botIdOf(verdicts[row] as Verdict, nameIds)),
  };
}

const BLANK_CLIENT = {
  ...{ websiteId: 0, time: 0 },
  ...Object.fromEntries(fieldsOf('clients').map(({ name }) => [name, null])),
} as unknown as Client;

/** Only of people it is found out what they came with. */
const NO_CLIENT = { browser: null, os: null, device: null };

function botIdOf(verdict: Verdict, nameIds: ReadonlyMap<string, number>): number {
  if (verdict.kind === 'human') return HUMAN_BOT_ID;
  return (verdict.declared && nameIds.get(verdict.declared.key)) ?? verdict.bot.id;
}

/** Only people are sent by an assistant. */
function referersOf({
  part,
  places,
  websiteIds,
  verdicts,
}: NamedPart): Pick<VisitColumns, 'refererOf' | 'referers'> {
  const { host, referer, time } = part.entries;
  const isHuman = new Uint32Array(places.length);
  for (let row = 0; row < isHuman.length; row++)
    isHuman[row] = verdicts[row]?.kind === 'human' ? 1 : 0;
  // The host decides the website.
  const { joined, rows } = joinPlaces(places.length, [
    ...differentPlaces([host, referer], places),
    isHuman,
  ]);
  const referers: Referer[] = [];
  const refererOf = rows.map((row) => {
    const place = places[row] as number;
    const text = textAt(referer, place);
    if (text === null) return -1;
    const referralSource = verdicts[row]?.kind === 'human' ? referralSourceOf(text) : null;
    const at = { websiteId: websiteIds[row] as number, time: time[place] as number };
    return referers.push({ ...at, referer: text, referralSource }) - 1;
  });
  return { refererOf: joined.map((place) => refererOf[place] as number), referers };
}

/** Returns for each value its place among the different ones, in the order in which they come. */
function placesOf<Value>(values: ArrayLike<Value>): Uint32Array {
  const known = new Map<Value, number>();
  const places = new Uint32Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as Value;
    let place = known.get(value);
    if (place === undefined) known.set(value, (place = known.size));
    places[at] = place;
  }
  return places;
}
