import { HUMAN_BOT_ID, referralSourceOf } from '@app/classification';
import {
  type AddressColumn,
  type IpStorage,
  selectAddresses,
  type Verdict,
  verificationCode,
} from '@app/contracts';
import { storeAddresses } from '@app/queue';
import type { Client, Referer, VisitColumns } from '@app/storage';
import { joinPlaces } from './join-places.js';
import type { NamedPart } from './names.js';

/**
 * Puts together what the steps found out about visits, in the form in which they are written. A text
 * is looked at once, however many visits have it.
 */
export function visitColumns(named: NamedPart, ipStorage: IpStorage): VisitColumns {
  const { part, places, websiteIds, judgements, pages, pageOf } = named;
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
  const { host, method, userAgent, time } = part.entries;
  const verdictPlaces = new Map<Verdict, number>();
  const verdictAt = (row: number) => placeIn(verdictPlaces, verdicts[row] as Verdict);
  // The host decides the website.
  const { joined, rows } = joinPlaces(places.length, [
    (row) => host.places[places[row] as number] as number,
    (row) => method.places[places[row] as number] as number,
    (row) => userAgent.places[places[row] as number] as number,
    verdictAt,
  ]);
  const clients = rows.map((row): Client => {
    const place = places[row] as number;
    const verdict = verdicts[row] as Verdict;
    const found = verdict.kind === 'human' ? verdict.client : undefined;
    return {
      websiteId: websiteIds[row] as number,
      time: time[place] as number,
      method: method.texts[method.places[place] as number] as string,
      host: host.texts[host.places[place] as number] as string,
      userAgent: userAgent.texts[userAgent.places[place] as number] as string,
      browser: found?.browser ?? null,
      os: found?.os ?? null,
      device: found?.device ?? null,
    };
  });
  return {
    clientOf: joined,
    clients,
    botIdOf: rows.map((row) => botIdOf(verdicts[row] as Verdict, nameIds)),
  };
}

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
  const { referer, time } = part.entries;
  const websitePlaces = new Map<number, number>();
  const { joined, rows } = joinPlaces(places.length, [
    (row) => placeIn(websitePlaces, websiteIds[row] as number),
    (row) => referer.places[places[row] as number] as number,
    (row) => (verdicts[row]?.kind === 'human' ? 1 : 0),
  ]);
  const referers: Referer[] = [];
  const refererOf = rows.map((row) => {
    const place = places[row] as number;
    const text = referer.texts[referer.places[place] as number] ?? null;
    if (text === null) return -1;
    const source = verdicts[row]?.kind === 'human' ? referralSourceOf(text) : null;
    const websiteId = websiteIds[row] as number;
    return referers.push({ websiteId, time: time[place] as number, referer: text, source }) - 1;
  });
  return { refererOf: joined.map((place) => refererOf[place] as number), referers };
}

function placeIn<Value>(known: Map<Value, number>, value: Value): number {
  let place = known.get(value);
  if (place === undefined) known.set(value, (place = known.size));
  return place;
}
