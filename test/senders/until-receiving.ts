import { readFileSync } from 'node:fs';
import { eventually } from '@app/testing';
import type { Program } from './program.js';

/** Waits until something receives datagrams on a port of 127.0.0.1. */
export async function untilReceiving(program: Program, port: number): Promise<void> {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  await eventually(() => {
    if (!readFileSync('/proc/net/udp', 'utf8').includes(address))
      throw new Error(`Nothing receives on UDP ${port}: ${program.output()}`);
  });
}
