import { createReader } from '@app/log-formats';
import { z } from 'zod';
import { jsonValues } from './envelopes/json-values.js';
import { feed } from './feed.js';

const VERIFY = 'x-vercel-verify';
/** It becomes a header, so it may have no other characters. */
const CODE = /^[\w-]{1,128}$/;

export const vercel = feed({
  name: 'vercel',
  sender: 'Vercel',
  sends: 'records of a log drain, as a JSON array or one JSON object on each line',
  notes:
    'One visit has several records, of which the one with the status of the answer counts. When the key has a signing secret, nothing is stored unless `x-vercel-signature` is right; a signed delivery may have up to 10 MiB.',
  query: {
    verify: z
      .string()
      .regex(CODE, 'must be the code that Vercel shows')
      .optional()
      .describe(`The code that Vercel wants to find in the header \`${VERIFY}\` of the answer.`),
  },
  example: {
    contentType: 'application/json',
    body: '[{"id":"1573817250283254651097202070","deploymentId":"dpl_1","projectId":"prj_1","source":"static","host":"shop-abc.vercel.app","timestamp":1795176000283,"requestId":"fra1::abc","path":"pricing","proxy":{"timestamp":1795176000172,"method":"GET","host":"example.com","path":"/pricing","userAgent":["GPTBot/1.2"],"referer":"","statusCode":200,"clientIp":"192.0.2.17"}}]',
  },
  signature: { header: 'x-vercel-signature', algorithm: 'sha1' },
  // Vercel verified addresses in this way before it signed with a secret.
  handshake: (headers, { verify }) => {
    const code = verify ?? headers[VERIFY];
    return typeof code === 'string' && CODE.test(code) ? { [VERIFY]: code } : undefined;
  },
  envelope: () => jsonValues(),
  reader: (options) => createReader('vercel', options),
});
