import { botVerdict } from '../bot-verdict.js';
import type { ReasonedVerdict } from '../layer.js';
import { VULNERABILITY_SCANNER } from '../registry/special-bots.js';

/** A request and where it came from. */
export interface AddressedRequest {
  /** Stands for the full address; null when it is not known or may be that of many visitors. */
  readonly address: string | number | null;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The plain path, when it was a probe that was answered with 4xx. */
  readonly probe: string | undefined;
}

/** How many different paths an address must have probed. */
export const LEAST_PROBES = 3;
/** How far the probes are from the visit at most, before it or after it. */
const WITHIN_MS = 3_600_000;

/** The verdict on a visit from an address that probes. */
export const FROM_SCANNING_ADDRESS: ReasonedVerdict = botVerdict(
  VULNERABILITY_SCANNER,
  'request',
  'its address asked for three or more paths that no site links, within an hour',
);

/**
 * Returns the places of all requests whose address probed at least three different paths within an
 * hour of the request's own time. It is meant for the requests of one batch, of which there are at
 * most a thousand.
 */
export function fromScanningAddresses(requests: readonly AddressedRequest[]): number[] {
  const probesOf = probesByAddress(requests);
  const places: number[] = [];
  for (const [place, { address, time }] of requests.entries()) {
    const probes = address === null ? undefined : probesOf.get(address);
    if (probes && probes.length >= LEAST_PROBES && isNearProbes(time, probes)) places.push(place);
  }
  return places;
}

interface PlacedProbe {
  time: number;
  path: string;
}

function probesByAddress(
  requests: readonly AddressedRequest[],
): ReadonlyMap<string | number, readonly PlacedProbe[]> {
  const byAddress = new Map<string | number, PlacedProbe[]>();
  for (const { address, time, probe } of requests) {
    if (address === null || probe === undefined) continue;
    const probes = byAddress.get(address);
    if (probes) probes.push({ time, path: probe });
    else byAddress.set(address, [{ time, path: probe }]);
  }
  return byAddress;
}

function isNearProbes(time: number, probes: readonly PlacedProbe[]): boolean {
  const near = new Set<string>();
  for (const probe of probes) {
    if (Math.abs(probe.time - time) <= WITHIN_MS) near.add(probe.path);
    if (near.size === LEAST_PROBES) return true;
  }
  return false;
}
