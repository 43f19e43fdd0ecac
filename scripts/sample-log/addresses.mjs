// Addresses of the networks that are reserved for documentation. Nobody has them, and the service
// accepts them as a visitor's own, which it does not do with the networks for benchmarks.

const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];
const HOSTS = 254;

/**
 * Hands out addresses, each of them once: whatever one visitor does must not count against another.
 * None of them ends in .0, because that is what privacy settings leave of an address.
 */
export class Addresses {
  #choices;
  #left;
  #subnets = new Set();

  constructor(choices) {
    this.#choices = choices;
    this.#left = NETWORKS.flatMap((network) =>
      Array.from({ length: HOSTS }, (_, index) => `${network}.${index + 1}`),
    );
  }

  v4() {
    if (this.#left.length === 0) throw new Error('All addresses for documentation are given away.');
    return this.#left.splice(this.#choices.below(this.#left.length), 1)[0];
  }

  /** Returns an address of a network of its own, as phones and computers at home choose it. */
  v6() {
    const groups = Array.from({ length: 6 }, () => this.#choices.whole(1, 0xffff).toString(16));
    const subnet = groups.slice(0, 2).join(':');
    if (this.#subnets.has(subnet)) return this.v6();
    this.#subnets.add(subnet);
    return `2001:db8:${groups.join(':')}`;
  }

  /** Returns an address as visitors of a website have them today. */
  any() {
    return this.#choices.happens(0.38) ? this.v6() : this.v4();
  }
}
