import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import type { FastifyRequest } from 'fastify';

/** Who calls: the holder of the key that the access hook let pass. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): KeyHolder =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function callerOf({ keyHolder }: FastifyRequest): KeyHolder {
  if (!keyHolder) throw new Error('A public route has no caller');
  return keyHolder;
}
