import type { AddressList } from '../address-list.js';

/** The servers of CDNs. A log that was written behind one and has its address lost the visitor's. */
export const EDGE_LISTS: readonly AddressList[] = [
  {
    id: 'bunnycdn',
    provider: 'Bunny',
    role: 'edge',
    published: 'https://api.bunny.net/system/edgeserverlist',
    sources: [
      'https://api.bunny.net/system/edgeserverlist',
      'https://api.bunny.net/system/edgeserverlist/ipv6',
    ],
    format: 'json',
    completeFor: [],
    provesForDays: 7,
  },
  {
    id: 'cloudflare',
    provider: 'Cloudflare',
    role: 'edge',
    published: 'https://www.cloudflare.com/ips/',
    sources: ['https://www.cloudflare.com/ips-v4', 'https://www.cloudflare.com/ips-v6'],
    format: 'text',
    completeFor: [],
    provesForDays: 7,
  },
  {
    id: 'fastly',
    provider: 'Fastly',
    role: 'edge',
    published: 'https://api.fastly.com/public-ip-list',
    sources: ['https://api.fastly.com/public-ip-list'],
    format: 'json',
    completeFor: [],
    provesForDays: 7,
  },
];

/** Networks that no bot of the registry comes from. */
export const OTHER_LISTS: readonly AddressList[] = [
  {
    id: 'canonical',
    provider: 'Canonical',
    role: 'other',
    published: 'The networks of Canonical in whois.radb.net',
    sources: [],
    format: 'text',
    completeFor: [],
    provesForDays: 7,
  },
  {
    id: 'dns-resolvers',
    provider: 'Public DNS resolvers',
    role: 'other',
    published: 'Addresses of public DNS resolvers, collected by others',
    sources: [],
    format: 'text',
    completeFor: [],
    provesForDays: 7,
  },
  {
    id: 'nask',
    provider: 'NASK',
    role: 'other',
    published: 'The networks of NASK in whois.radb.net and stat.ripe.net',
    sources: [],
    format: 'text',
    completeFor: [],
    provesForDays: 7,
  },
];

const cloud = (id: string, provider: string, published: string): AddressList => ({
  id,
  provider,
  role: 'cloud',
  published,
  // Longer than a list may be, or under an address that changes every week.
  sources: [],
  format: 'text',
  completeFor: [],
  provesForDays: 7,
});

/** Networks in which anybody rents machines, in prefixes of /16 (IPv4) and /32 (IPv6). */
export const CLOUD_LISTS: readonly AddressList[] = [
  cloud('amazon-cloud', 'Amazon Web Services', 'https://ip-ranges.amazonaws.com/ip-ranges.json'),
  cloud('google-cloud', 'Google Cloud', 'https://www.gstatic.com/ipranges/cloud.json'),
  cloud(
    'microsoft-cloud',
    'Microsoft Azure',
    'https://www.microsoft.com/en-us/download/details.aspx?id=56519',
  ),
];
