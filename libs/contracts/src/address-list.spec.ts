import { addressInList, isClaimedAddress } from './address-list.js';

describe('addressInList', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', false],
    ['10.0.0.1', '10.0.0.1', false],
    ['', null, false],
    ['unknown', null, false],
    ['66.249.66.1, 10.0.0.1', '66.249.66.1', false],
    ['66.249.66.1,10.0.0.1,192.168.0.1,fd00::1,::1', '66.249.66.1', false],
    ['10.0.0.1, 66.249.66.1', '66.249.66.1', false],
    ['10.0.0.1, 66.249.66.1, 10.0.0.2', '66.249.66.1', false],
    ['unknown, 66.249.66.1', '66.249.66.1', false],
    ['66.249.66.1, 66.249.66.1:443, 10.0.0.1', '66.249.66.1', false],
    ['66.249.66.1,', '66.249.66.1', false],
    ['66.249.66.1, -', '66.249.66.1', false],
    ['66.249.66.1, 198.51.100.7', '66.249.66.1', true],
    ['66.249.66.1, 198.51.100.7, 10.0.0.1', '66.249.66.1', true],
    ['66.249.66.1, 10.0.0.1, 2001:db8::1', '66.249.66.1', true],
    ['66.249.66.1, unknown, 10.0.0.1', '66.249.66.1', true],
    ['10.0.0.9, 66.249.66.1, 198.51.100.7', '66.249.66.1', true],
    ['10.0.0.1, 10.0.0.2', '10.0.0.1', false],
    ['a, b', null, false],
    [`66.249.66.1, ${'10.0.0.1, '.repeat(200)}198.51.100.7`, '66.249.66.1', true],
  ])('of %j is %j', (list, address, isClaimed) => {
    expect(addressInList(list)).toEqual({ address, isClaimed });
    expect(isClaimedAddress(list)).toBe(isClaimed);
  });

  it('reads no more of a list than a chain of proxies has', () => {
    const far = `${'10.0.0.1, '.repeat(200)}66.249.66.1`;
    expect(addressInList(far)).toEqual({ address: '10.0.0.1', isClaimed: false });
  });
});
