// What a tenant inside its plan can send to make things slow for others.

/** `pages` asks for reports, all others send batches of 1,000 entries. */
export const ATTACKS = ['paths', 'agents', 'hosts', 'pages'] as const;
export type Attack = (typeof ATTACKS)[number];

export const WHAT_IT_IS: Record<Attack, string> = {
  paths: 'random paths',
  agents: 'unique user agents that repeat one word',
  hosts: 'unique hosts of 117 labels',
  pages: 'reports of pages of a website with many paths',
};

const ENTRIES = 1_000;
/** Stands in a body where every request has its own text. */
const UNIQUE = '~';

/** Returns a function that makes bodies of this attack, none like another. */
export function createBodies(attack: Attack, domain: string): () => Buffer {
  const entries = Array.from({ length: ENTRIES }, (_, place) =>
    JSON.stringify({ ...ordinary(domain, place), ...oddPart(attack, domain, place) }),
  );
  const body = `[${entries.join(',')}]`;
  let number = 0;
  return () => {
    const unique = `${process.pid.toString(36)}x${(number++).toString(36)}`;
    return Buffer.from(body.replaceAll(UNIQUE, unique));
  };
}

function ordinary(domain: string, place: number) {
  return {
    timestamp: new Date().toISOString(),
    method: 'GET',
    host: domain,
    path: `/page/${place % 50}`,
    status_code: 200,
    ip: '192.0.2.17',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
}

function oddPart(attack: Attack, domain: string, place: number): Record<string, string> {
  switch (attack) {
    case 'paths':
      return { path: `/${UNIQUE}/${place}` };
    case 'agents':
      return { user_agent: `${UNIQUE}${place} ${'Android '.repeat(126)}`.slice(0, 1_020) };
    case 'hosts':
      return { host: `${'a.'.repeat(114)}${UNIQUE}${place}.${domain}` };
    case 'pages':
      return {};
  }
}
