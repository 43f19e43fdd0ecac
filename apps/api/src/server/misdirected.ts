import { hostNameOf } from '@app/config';
import { ApiError } from '../http/api-error.js';

/**
 * Returns the answer to a browser that asks under a name that is not that of this service. 421 says
 * so to programs, too; 403 would speak of rights. What is no name is not repeated.
 *
 * @param host the header `Host`
 * @param origin the address at which people reach the service
 */
export function misdirected(host: string | undefined, origin: string): ApiError {
  const name = hostNameOf(host ?? '');
  const [called, added] = name === undefined ? ['this name', 'it'] : [`the name ${name}`, name];
  return new ApiError(
    'MISDIRECTED_REQUEST',
    `This service does not know ${called}: open it at ${origin}, or let its operator set PUBLIC_URL to the address in your browser, or add ${added} to ALLOWED_HOSTS`,
  );
}
