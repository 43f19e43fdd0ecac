import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { addressNumbers, addressTexts, type IpStorage, packAddresses } from '@app/contracts';
import { createApiMetrics } from '@app/observability';
import { type AddressKey, fullAddresses, openAddresses } from '@app/queue';
import { createCutAndSeal } from './cut-and-seal.js';

const KEY: AddressKey = { id: '00112233445566ff', secret: createSecretKey(randomBytes(32)) };
const ADDRESSES = ['198.51.100.231', null, '2001:db8:f:17::d1'];

/** Returns what becomes of a batch, and the full addresses that its sealed part gives back. */
async function sealed(ipStorage: IpStorage, key: 'key' | 'no key' | 'nobody verifies') {
  const metrics = createApiMetrics();
  const holder = { get: () => (key === 'key' ? KEY : undefined) };
  const sealingKey = key === 'nobody verifies' ? undefined : holder;
  const addresses = packAddresses(ADDRESSES);
  const id = randomUUID();
  const cutAndSeal = createCutAndSeal({ ipStorage, sealingKey, metrics });
  const text = await cutAndSeal(id, addresses);
  const cutOff = text === undefined ? undefined : openAddresses(text, id, KEY.secret);
  const [count] = (await metrics.batchesUnsealed.get()).values;
  return {
    stored: addressTexts(addresses),
    opened: cutOff && fullAddresses(cutOff, addresses, [0, 1, 2]),
    unsealed: count?.value,
  };
}

const NETWORKS = ['198.51.100.0', null, '2001:db8:f::'];
const WHOLE = ADDRESSES.map(addressNumbers);
const NOTHING = [null, null, null];

it('seals what it cuts off, and gives it to nobody without the key', async () => {
  const whole = { opened: WHOLE, unsealed: 0 };
  expect(await sealed('truncated', 'key')).toEqual({ stored: NETWORKS, ...whole });
  expect(await sealed('none', 'key')).toEqual({ stored: NOTHING, ...whole });
});

it('cuts all the same without a key, and counts it', async () => {
  expect(await sealed('truncated', 'no key')).toEqual({ stored: NETWORKS, unsealed: 1 });
  expect(await sealed('none', 'no key')).toEqual({ stored: NOTHING, unsealed: 1 });
});

it('seals nothing when nobody verifies, or nothing is cut off', async () => {
  expect(await sealed('truncated', 'nobody verifies')).toEqual({ stored: NETWORKS, unsealed: 0 });
  expect(await sealed('full', 'key')).toEqual({ stored: ADDRESSES, unsealed: 0 });
});
