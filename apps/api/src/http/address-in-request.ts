import { hostNameOf } from '@app/config';
import { parseUrl } from '@app/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the address at which a client says that it reaches the API, without a slash at its end:
 * from `Host`, or from what proxies that `TRUST_PROXY` names say. Returns undefined when it says
 * none, or no possible one. A client can say any address, so show it to nobody but this client.
 */
export function addressInRequest({
  host,
  protocol,
}: Pick<FastifyRequest, 'host' | 'protocol'>): string | undefined {
  const scheme = protocol === 'https' ? 'https' : 'http';
  return hostNameOf(host) && parseUrl(`${scheme}://${host}`)?.origin;
}
