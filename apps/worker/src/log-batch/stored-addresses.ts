import { isIP } from 'node:net';
import { packPayload, unpackPayload } from '@app/queue';
import { type IpStorage, storedAddress } from './stored-address.js';

/**
 * The data of a batch that cannot be read, with every address in it as it may be stored, also inside its
 * payload. A payload that cannot even be unpacked is kept as it came: a later release may repair it.
 */
export function storedAddresses(data: unknown, ipStorage: IpStorage): unknown {
  if (ipStorage === 'full') return data;
  const cut = withAddressesCut(data, ipStorage);
  if (!hasPayload(cut)) return cut;
  try {
    const content = unpackPayload(cut.payload);
    return { ...cut, payload: packPayload(withAddressesCut(content, ipStorage)) };
  } catch {
    return cut;
  }
}

function hasPayload(data: unknown): data is { payload: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'payload' in data &&
    typeof data.payload === 'string'
  );
}

/** A host may be an address of the website itself: that is no visitor's. */
function withAddressesCut(value: unknown, ipStorage: IpStorage): unknown {
  if (typeof value === 'string') return isIP(value) ? storedAddress(value, ipStorage) : value;
  if (Array.isArray(value)) return value.map((item) => withAddressesCut(item, ipStorage));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'host' ? item : withAddressesCut(item, ipStorage),
    ]),
  );
}
