import { Controller, Inject } from '@nestjs/common';
import { productVersion } from '@app/config';
import { ApiError } from '../http/api-error.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { parseJson } from '../http/parse-json.js';
import { Serves } from '../http/route.js';
import { MCP } from './routes.js';
import { sendWithin } from './send-within.js';

/** Returns the origin of the page that browsers show. It is known once the API listens. */
export const OWN_ORIGIN = Symbol('OwnOrigin');

/** What clients must say that they take. Some that are written by hand do not, and take it all the same. */
const TAKES = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
/** In which version of the protocol a client speaks. */
const VERSION = 'mcp-protocol-version';

/** Lets assistants read the reports. */
@Controller()
export class McpController {
  constructor(@Inject(OWN_ORIGIN) private readonly ownOrigin: () => string) {}

  @Serves(MCP)
  async answer(@Asked() { request, reply, body, now }: AskedOf<typeof MCP>): Promise<string> {
    this.refuseForeign(request.headers.origin);
    const json = parseJson(body ?? Buffer.alloc(0), { expected: 'a message of JSON-RPC' });
    if ('refusal' in json) throw ApiError.of(json.refusal);
    refuseBatch(json.value);
    // Its packages are loaded by those who use it only.
    const { answerMcp } = await import('@app/mcp');
    const spoken = request.headers[VERSION];
    const headers = { ...TAKES, ...(spoken === undefined ? {} : { [VERSION]: `${spoken}` }) };
    const answered = await answerMcp(
      {
        url: new URL('/mcp', this.ownOrigin()).href,
        headers,
        body: json.value,
      },
      {
        version: productVersion(),
        sendRequest: (path) => sendWithin(request, path),
        now: () => now,
      },
    );
    void reply.status(answered.status);
    void reply.type(answered.contentType ?? 'application/json; charset=utf-8');
    return answered.body;
  }

  /**
   * A page of another site has no business here, even if it knows a key.
   *
   * @throws ApiError FORBIDDEN
   */
  private refuseForeign(origin: string | undefined): void {
    if (origin === undefined || origin === this.ownOrigin()) return;
    throw new ApiError(
      'FORBIDDEN',
      'Pages of other sites may not use this: let a program ask, without the header Origin',
    );
  }
}

/**
 * One request has one message, so that it counts as much as it does. Batches were part of one
 * version of the protocol only, 2025-03-26, and clients were never obliged to send them.
 *
 * @throws ApiError VALIDATION_ERROR
 */
function refuseBatch(message: unknown): void {
  if (!Array.isArray(message)) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    'This is a batch of JSON-RPC: send each message in a request of its own, as the Model Context Protocol wants it since its version 2025-06-18',
  );
}
