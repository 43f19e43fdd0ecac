import type { Visit } from './visit.js';

/** The values that many visits of a batch have in common. */
export type Client = Pick<Visit, 'method' | 'host' | 'userAgent' | 'browser' | 'os' | 'device'>;

export interface DistinctClients {
  clients: Client[];
  /** For each visit the place of its client in the list, from 0. */
  places: number[];
}

/**
 * Finds the different clients of visits, so that their long texts are sent to the database once
 * instead of with each visit.
 */
export function distinctClients(visits: readonly Client[]): DistinctClients {
  const clients: Client[] = [];
  const byUserAgent = new Map<string, number[]>();
  const places = visits.map((visit) => {
    let alike = byUserAgent.get(visit.userAgent);
    if (!alike) byUserAgent.set(visit.userAgent, (alike = []));
    let place = alike.find((known) => isSame(clients[known] as Client, visit));
    if (place === undefined) {
      place = clients.push(visit) - 1;
      alike.push(place);
    }
    return place;
  });
  return { clients, places };
}

/** Compares all fields except the user agents, which are already known to be equal. */
function isSame(one: Client, other: Client): boolean {
  return (
    one.host === other.host &&
    one.method === other.method &&
    one.browser === other.browser &&
    one.os === other.os &&
    one.device === other.device
  );
}
