import { isPublicAddress } from './public-address.js';

it.each([
  ['this machine', ['127.0.0.1', '127.1.2.3', '::1']],
  ['no address at all', ['0.0.0.0', '0.1.2.3', '::']],
  ['private networks', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1']],
  ['the network of a provider', ['100.64.0.1', '100.127.255.254']],
  ['a link', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0']],
  [
    'credentials of machines in clouds',
    ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192'],
  ],
  ['services inside clouds', ['168.63.129.16']],
  ['groups', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
  ['everybody', ['255.255.255.255', '240.0.0.1']],
  ['documentation and measurements', ['192.0.2.1', '198.18.0.1', '203.0.113.1', '2001:db8::1']],
  ['IPv4 inside IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1']],
  ['translated IPv4', ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1']],
  ['tunnelled IPv4', ['2002:7f00:1::', '2002:808:808::1', '2001:0:4136:e378::1']],
  ['sites of old', ['fec0::1']],
  ['no network of the internet', ['4000::1', '5f00::1', '1::1', '100::1']],
  [
    'what is no address',
    ['', '1', '0x7f000001', '2130706433', 'localhost', '8.8.8.8:443', '[::1]'],
  ],
])('refuses %s', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it('takes addresses of the internet', () => {
  const addresses = [
    ...['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '192.167.255.255'],
    ...['168.63.129.15', '2606:4700:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888'],
  ];
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});
