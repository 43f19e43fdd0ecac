import { createHash } from 'node:crypto';
import { Controller, Header, Inject } from '@nestjs/common';
import { z } from 'zod';
import { route, Serves } from '../http/route.js';

export const FASTLY_CHALLENGE = route({
  id: 'answerFastlyChallenge',
  tag: 'Ingestion',
  summary: 'Let Fastly send logs to this host',
  description:
    'Fastly asks this before it sends logs to a host. The answer is a `*`, which allows it for every service of Fastly, or a line for each service of `FASTLY_SERVICE_IDS`. It allows nothing but to knock: logs are accepted with a key only.',
  method: 'GET',
  path: '/.well-known/fastly/logging/challenge',
  access: 'public',
  anyHost: true,
  answer: {
    description: 'Which services of Fastly may send.',
    contentType: 'text/plain',
    body: z.string().describe('a `*`, or SHA-256 hashes of service ids in hexadecimal, one a line'),
    example: '*\n',
  },
  codes: ['RATE_LIMITED'],
});

export const FASTLY_SERVICES = Symbol('FastlyServices');

/** Answers the question with which Fastly makes sure that a host wants its logs. */
@Controller()
export class FastlyChallengeController {
  private readonly answer: string;

  /** @param serviceIds services that may send; without any, all of them may */
  constructor(@Inject(FASTLY_SERVICES) serviceIds: readonly string[]) {
    this.answer = challengeAnswer(serviceIds);
  }

  @Serves(FASTLY_CHALLENGE)
  @Header('content-type', 'text/plain; charset=utf-8')
  challenge(): string {
    return this.answer;
  }
}

/**
 * Source:
 * https://www.fastly.com/documentation/guides/integrations/logging-endpoints/log-streaming-https/
 */
function challengeAnswer(serviceIds: readonly string[]): string {
  const lines = serviceIds.map((id) => createHash('sha256').update(id).digest('hex'));
  return `${(lines.length === 0 ? ['*'] : lines).join('\n')}\n`;
}
