import { type AddressedRequest, fromScanningAddresses } from './scanning-addresses.js';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 1, 12);

const request = (
  minutes: number,
  probe?: string,
  address: AddressedRequest['address'] = 'a',
): AddressedRequest => ({ address, time: NOON + minutes * MINUTE, probe });

describe('the requests of an address that probes', () => {
  it('are all requests near three different probes', () => {
    const requests = [request(0), request(1, '/1'), request(2, '/2'), request(3, '/3')];
    expect(fromScanningAddresses(requests)).toEqual([0, 1, 2, 3]);
    expect(fromScanningAddresses(requests.toReversed())).toEqual([0, 1, 2, 3]);
  });

  it('are none when there are two probes, however often', () => {
    const twice = [request(0), request(1, '/1'), request(2, '/2'), request(3, '/1')];
    expect(fromScanningAddresses(twice)).toEqual([]);
  });

  it('are only those within an hour, before and after', () => {
    const probes = [request(0, '/1'), request(0, '/2'), request(0, '/3')];
    const placesOf = (minutes: number) => fromScanningAddresses([...probes, request(minutes)]);
    for (const minutes of [-60, 60]) expect(placesOf(minutes)).toEqual([0, 1, 2, 3]);
    for (const minutes of [-61, 61]) expect(placesOf(minutes)).toEqual([0, 1, 2]);
  });

  it('are none when the third probe is too far away from the request', () => {
    const probes = (third: number) => [request(0, '/1'), request(30, '/2'), request(third, '/3')];
    expect(fromScanningAddresses([request(0), ...probes(60)])).toContain(0);
    expect(fromScanningAddresses([request(0), ...probes(61)])).not.toContain(0);
  });

  it('are not those of other addresses, and none of an address that is not known', () => {
    const probes = ['/1', '/2', '/3'];
    const of = (address: AddressedRequest['address']) =>
      probes.map((probe) => request(0, probe, address));
    expect(fromScanningAddresses([...of('a'), request(0, undefined, 'b')])).toEqual([0, 1, 2]);
    expect(fromScanningAddresses([...of(null), request(0, undefined, null)])).toEqual([]);
    const spread = probes.map((probe, place) => request(0, probe, place));
    expect(fromScanningAddresses(spread)).toEqual([]);
  });
});
