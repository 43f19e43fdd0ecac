import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const TYPES = { 1: 'A', 12: 'PTR', 28: 'AAAA' } as const;
const NOT_THERE = 3;
const SERVER_FAILURE = 2;

/** What the server does when it is asked for a name: it answers, fails, or stays silent. */
export type Answer = string[] | 'servfail' | 'silent';

/** A DNS server on loopback that answers from a table. Names that it does not have do not exist. */
export class DnsServer {
  /** By type and name, as `PTR 1.2.0.192.in-addr.arpa`. */
  readonly records = new Map<string, Answer>();
  /** What was asked, in order. */
  readonly asked: string[] = [];
  /** Questions that were left without an answer. */
  private readonly unanswered: (() => void)[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('message', (message, from) => this.answer(message, from));
  }

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket);
  }

  /** The server as `setServers` takes it. */
  get address(): string {
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`;
  }

  /** Gives an address these names, and the first of them this address. */
  host(address: string, reverse: string, ...names: string[]): void {
    this.records.set(`PTR ${reverse}`, names);
    this.records.set(`${address.includes(':') ? 'AAAA' : 'A'} ${names[0]}`, [address]);
  }

  /** Answers what was left without an answer, by what the table has now. */
  answerAll(): void {
    for (const answer of this.unanswered.splice(0)) answer();
  }

  stop(): void {
    this.socket.close();
  }

  private answer(message: Buffer, from: RemoteInfo): void {
    const { name, end } = readName(message, 12);
    const type = TYPES[message.readUInt16BE(end) as keyof typeof TYPES];
    const question = `${type} ${name}`;
    this.asked.push(question);
    const send = () => {
      const answer = this.records.get(question) ?? [];
      if (answer === 'silent') this.unanswered.push(send);
      else this.socket.send(reply(message, end + 4, answer), from.port, from.address);
    };
    send();
  }
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at]; length; length = message[at]) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function reply(message: Buffer, end: number, answer: string[] | 'servfail'): Buffer {
  const values = answer === 'servfail' ? [] : answer;
  const header = Buffer.from(message.subarray(0, 12));
  const fault = answer === 'servfail' ? SERVER_FAILURE : values.length === 0 ? NOT_THERE : 0;
  header.writeUInt16BE(0x8180 | fault, 2);
  header.writeUInt16BE(values.length, 6);
  header.writeUInt32BE(0, 8);
  const type = message.readUInt16BE(end - 4);
  const records = values.map((value) => {
    const data = dataOf(value, type);
    const record = Buffer.alloc(12);
    // The name of the question.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    // Not to be kept: the resolver of some Node versions remembers answers for as long as they say,
    // by its own clock.
    record.writeUInt32BE(0, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, message.subarray(12, end), ...records]);
}

function dataOf(value: string, type: number): Buffer {
  if (TYPES[type as keyof typeof TYPES] === 'A') return Buffer.from(value.split('.').map(Number));
  if (TYPES[type as keyof typeof TYPES] === 'AAAA') {
    const [head = [], tail = []] = value.split('::').map((part) => part.split(':').filter(Boolean));
    const gap = Array<string>(8 - head.length - tail.length).fill('0');
    return Buffer.concat(
      [...head, ...gap, ...tail].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')),
    );
  }
  const labels = value.split('.').map((label) => Buffer.from(label, 'latin1'));
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), label]),
    Buffer.from([0]),
  ]);
}
