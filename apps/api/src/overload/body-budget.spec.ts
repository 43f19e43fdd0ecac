import { ARRIVING_BYTES, BodyBudget, type BodyTicket } from './body-budget.js';
import type { Holder } from './holdings.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1_000;
const LIMIT = 16 * MIB;
const sender = (account: number, address = `192.0.2.${account}`): Holder => ({
  account,
  address,
});

let budget: BodyBudget;
beforeEach(() => {
  jest.useFakeTimers();
  budget = new BodyBudget(LIMIT);
});
afterEach(() => jest.useRealTimers());

/** A body, and why it was given up; `bytes` of it came at once, and as many were announced. */
function begin(from: Holder, bytes: number, announced = bytes): BodyTicket & { lost?: string } {
  const ticket: (BodyTicket & { lost?: string }) | undefined = budget.open(from, announced);
  if (!ticket) throw new Error('There is no room for a new body');
  ticket.onCut((reason) => (ticket.lost = reason));
  ticket.arrived(bytes);
  if (!ticket.grow(bytes)) throw new Error(`There is no room for ${bytes} bytes`);
  return ticket;
}
/** A body that has arrived as a whole. */
function hold(from: Holder, bytes: number): BodyTicket {
  const ticket = begin(from, bytes);
  ticket.complete();
  return ticket;
}

describe('What a body takes', () => {
  it('is what has come of it, and some more until all of it is there', () => {
    const ticket = budget.open(sender(1));
    expect(budget.bytes).toBe(ARRIVING_BYTES);
    ticket?.grow(MIB);
    ticket?.grow(3 * MIB);
    ticket?.grow(2 * MIB);
    expect(budget.bytes).toBe(3 * MIB + ARRIVING_BYTES);
    ticket?.complete();
    expect(budget.bytes).toBe(3 * MIB);
    ticket?.drop();
    ticket?.drop();
    expect(budget.bytes).toBe(0);
  });

  it('is kept until the last keeper has given back, each once', () => {
    const ticket = hold(sender(1), MIB);
    const connection = ticket.keep();
    const work = ticket.keep();
    connection();
    connection();
    expect(budget.bytes).toBe(MIB);
    work();
    expect(budget.bytes).toBe(0);
  });

  it('is nothing once its connection is gone, however far it had come', () => {
    const ticket = begin(sender(1), MIB);
    ticket.keep()();
    expect(budget.bytes).toBe(0);
    expect(ticket.grow(2 * MIB)).toBe(false);
    expect(budget.bytes).toBe(0);
  });
});

describe('A body that comes slowly', () => {
  it('is given up after 5 s without a byte', () => {
    const ticket = begin(sender(1), MIB);
    jest.advanceTimersByTime(5 * SECOND - 1);
    expect(ticket.lost).toBeUndefined();
    jest.advanceTimersByTime(SECOND);
    expect(ticket.lost).toBe('slow');
    expect(budget.bytes).toBe(0);
  });

  it('is not given up while this process has not yet decompressed what came', () => {
    const ticket = begin(sender(1), MIB);
    let unread = true;
    ticket.hasUnread = () => unread;
    jest.advanceTimersByTime(60 * SECOND);
    expect(ticket.lost).toBeUndefined();
    unread = false;
    jest.advanceTimersByTime(SECOND);
    expect(ticket.lost).toBe('slow');
  });

  it('gets back the time in which this process did not read', () => {
    const ticket = begin(sender(1), MIB);
    ticket.hasUnread = () => true;
    jest.advanceTimersByTime(20 * SECOND);
    ticket.waited(20 * SECOND);
    ticket.hasUnread = () => false;
    jest.advanceTimersByTime(4 * SECOND);
    expect(ticket.lost).toBeUndefined();
    jest.advanceTimersByTime(2 * SECOND);
    expect(ticket.lost).toBe('slow');
  });

  it.each([
    ['1 byte a second', 1, 'slow'],
    ['1 KiB a second', 1024, 'slow'],
    ['2 KiB a second', 2048, undefined],
  ])('at %s has this fate within 20 s: %s bytes, %s', (_, bytes, fate) => {
    const ticket = begin(sender(1), 0, MIB);
    for (let second = 1; second <= 20; second++) {
      jest.advanceTimersByTime(SECOND);
      ticket.arrived(bytes);
    }
    expect(ticket.lost).toBe(fate);
  });

  it('is not given up any more once all of it is there', () => {
    const ticket = begin(sender(1), MIB);
    ticket.complete();
    jest.advanceTimersByTime(60 * SECOND);
    expect(ticket.lost).toBeUndefined();
    expect(budget.bytes).toBe(MIB);
  });

  it('tells its reader also when that listens late', () => {
    const ticket = budget.open(sender(1), MIB);
    jest.advanceTimersByTime(6 * SECOND);
    const told: string[] = [];
    ticket?.onCut((reason) => told.push(reason));
    expect(told).toEqual(['slow']);
  });
});

describe('A body of up to 64 KiB', () => {
  it.each([
    ['announced', 64 * KIB],
    ['in chunks', 0],
  ])('has 30 s at any pace, %s', (_, announced) => {
    const ticket = begin(sender(1), 0, announced);
    for (let second = 1; second < 30; second++) {
      ticket.arrived(1);
      ticket.grow(second);
      jest.advanceTimersByTime(SECOND);
    }
    expect(ticket.lost).toBeUndefined();
    jest.advanceTimersByTime(2 * SECOND);
    expect(ticket.lost).toBe('slow');
    expect(budget.bytes).toBe(0);
  });

  it.each<[string, number, (ticket: BodyTicket) => void]>([
    ['announced', 64 * KIB + 1, () => undefined],
    ['that came', 0, (ticket) => ticket.arrived(64 * KIB + 1)],
    ['decompressed', 100, (ticket) => ticket.grow(64 * KIB + 1)],
  ])('is one no more with a byte more, %s: then it must keep its pace', (_, announced, come) => {
    const ticket = begin(sender(1), 0, announced);
    come(ticket);
    jest.advanceTimersByTime(6 * SECOND);
    expect(ticket.lost).toBe('slow');
  });

  it('does not use up its time while this process does not read', () => {
    const ticket = begin(sender(1), 1);
    ticket.waited(20 * SECOND);
    jest.advanceTimersByTime(40 * SECOND);
    expect(ticket.lost).toBeUndefined();
    jest.advanceTimersByTime(11 * SECOND);
    expect(ticket.lost).toBe('slow');
  });

  it('does not use up its time while this process has no core', () => {
    const ticket = begin(sender(1), 0, MIB);
    jest.advanceTimersByTime(SECOND);
    const before = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => before() + 20 * SECOND);
    jest.advanceTimersByTime(3 * SECOND);
    expect(ticket.lost).toBeUndefined();
    jest.advanceTimersByTime(3 * SECOND);
    expect(ticket.lost).toBe('slow');
    clock.mockRestore();
  });

  it('takes no room from others: when it is short, slow ones go first', () => {
    const slow = Array.from({ length: 150 }, () => begin(sender(1), 1));
    jest.advanceTimersByTime(6 * SECOND);
    const fast = begin(sender(1), 3 * MIB);
    const other = begin(sender(2), 6 * MIB);
    const lost = slow.filter((ticket) => ticket.lost === 'crowded');
    expect(lost.length).toBeGreaterThan(0);
    expect(lost).toHaveLength(slow.filter((ticket) => ticket.lost).length);
    expect([fast.lost, other.lost]).toEqual([undefined, undefined]);
  });
});

describe('When the room is short', () => {
  it('an account takes at most three quarters of it, and loses its own newest body', () => {
    const first = begin(sender(1), 6 * MIB);
    const second = begin(sender(1), 4 * MIB);
    expect(second.grow(6 * MIB)).toBe(false);
    expect(first.grow(7 * MIB)).toBe(true);
    expect(first.grow(9 * MIB)).toBe(true);
    expect([first.lost, second.lost]).toEqual([undefined, 'crowded']);
    expect(hold(sender(2), 3 * MIB)).toBeDefined();
  });

  it('who holds most loses a body, and who holds little gets all that it needs', () => {
    const large = begin(sender(1), 8 * MIB);
    const middle = begin(sender(2), 7 * MIB);
    const small = begin(sender(3), 2 * MIB);
    expect([large.lost, middle.lost, small.lost]).toEqual(['crowded', undefined, undefined]);
  });

  it('many accounts at one address are one sender', () => {
    const accounts = [1, 2, 3, 4, 5].map((account) => begin(sender(account, '192.0.2.1'), 2 * MIB));
    const other = begin(sender(9), 5 * MIB);
    const quiet = begin(sender(10), 3 * MIB);
    expect(accounts.filter(({ lost }) => lost)).toHaveLength(2);
    expect([other.lost, quiet.lost]).toEqual([undefined, undefined]);
  });

  it('behind one address for everybody it is the account that counts', () => {
    const large = begin(sender(1, '192.0.2.1'), 9 * MIB);
    const other = begin(sender(2, '192.0.2.1'), 6 * MIB);
    const quiet = begin(sender(3, '192.0.2.1'), 2 * MIB);
    expect([large.lost, other.lost, quiet.lost]).toEqual(['crowded', undefined, undefined]);
  });

  it('of its bodies the slowest goes first, however much of it came at the beginning', () => {
    const idle = begin(sender(1), 6 * MIB);
    const dripping = begin(sender(1), 4 * MIB);
    jest.advanceTimersByTime(3 * SECOND);
    dripping.arrived(2048);
    const fast = begin(sender(1), MIB);
    begin(sender(2), 6 * MIB);
    expect([idle.lost, dripping.lost, fast.lost]).toEqual(['crowded', undefined, undefined]);
    expect(fast.grow(9 * MIB)).toBe(true);
    expect([dripping.lost, fast.lost]).toEqual(['crowded', undefined]);
  });

  it('nobody loses what has arrived: a new body has to wait', () => {
    const first = hold(sender(1), 11 * MIB);
    hold(sender(2), 5 * MIB - ARRIVING_BYTES);
    const third = begin(sender(3), 0);
    expect(budget.bytes).toBe(LIMIT);
    expect(budget.open(sender(4))).toBeUndefined();
    expect(third.grow(1)).toBe(false);
    expect(budget.bytes).toBe(LIMIT);
    first.drop();
    expect(budget.open(sender(4))).toBeDefined();
    expect(third.grow(1)).toBe(true);
  });

  it('is never more taken than there is, whoever sends what', () => {
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const tickets: BodyTicket[] = [];
    for (let step = 0; step < 5_000; step++) {
      const ticket = budget.open(sender(random(4), `192.0.2.${random(3)}`)) ?? tickets[0];
      if (ticket) tickets[random(40)] = ticket;
      tickets[random(40)]?.grow(random(10 * MIB));
      if (random(3) === 0) tickets[random(40)]?.complete();
      if (random(3) === 0) tickets[random(40)]?.drop();
      if (random(9) === 0) jest.advanceTimersByTime(SECOND);
      expect(budget.bytes).toBeLessThanOrEqual(LIMIT);
    }
    tickets.forEach((ticket) => ticket.drop());
    jest.advanceTimersByTime(60 * SECOND);
    // What was displaced in `tickets` and had arrived is still held; nothing negative, nothing
    // else.
    expect(budget.bytes).toBeGreaterThanOrEqual(0);
  });
});
