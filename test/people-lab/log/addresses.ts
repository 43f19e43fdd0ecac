import type { Random } from '../../support/random.js';

/** Gives addresses of the network for benchmarks, 198.18.0.0/15 (RFC 2544), each once. */
export class Addresses {
  private readonly given = new Set<string>();

  constructor(private readonly random: Random) {}

  next(): string {
    const byte = () => 1 + Math.floor(this.random() * 254);
    const address = `198.${18 + Math.floor(this.random() * 2)}.${byte()}.${byte()}`;
    if (this.given.has(address)) return this.next();
    this.given.add(address);
    return address;
  }
}
