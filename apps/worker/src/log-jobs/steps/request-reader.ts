import { isProbedPath } from '@app/classification';
import { type EntryColumns, FIRST_ERROR, hasNoTexts, textAt } from '@app/contracts';
import {
  type AgentFacts,
  agentFacts,
  type FetchMode,
  fetchModeOf,
  isOwnReferer,
  type LedBy,
  ledBy,
  type Method,
  methodOf,
  NO_REFERER,
  type PathFacts,
  pathFacts,
  protocolSign,
  type RefererFacts,
  refererFacts,
  type RequestFacts,
} from '@app/people';
import { LRUCache } from 'lru-cache';
import type { RequestedPart } from './requests.js';

/** Agents come again in other batches, and it takes several patterns to look at one. */
const knownAgents = new LRUCache<string, AgentFacts>({ max: 5_000 });

/**
 * Reads the requests of a part. A text is looked at once, however many entries have it, and the lists
 * have room for all texts from the beginning: to let them grow takes longer than to look.
 */
export class RequestReader {
  private readonly methods: Method[];
  private readonly protocolSigns: Int32Array;
  private readonly fetchModes: FetchMode[];
  private readonly paths: (PathFacts | undefined)[];
  /** Of paths, whether scanners ask for them. */
  private readonly probed: (boolean | undefined)[] = [];
  private readonly referers: (RefererFacts | undefined)[];
  private readonly agents: (AgentFacts | undefined)[];
  /** By referer, whether it is of the website of a host. */
  private readonly own: ({ host: number; isOwn: boolean } | undefined)[] = [];
  /** Filled again for each request. */
  private readonly request: RequestFacts = {
    ...{ method: 'get', ofPath: pathFacts('/'), status: 0, ledBy: 'nothing', protocolSign: 0 },
    ...{ fetchMode: 'unknown', isPrefetch: false, isProbe: false, isLikeProbe: false },
  };

  private readonly entries: EntryColumns;
  private readonly domainOf: readonly string[];
  private readonly hasPrefetches: boolean;

  constructor({ part: { entries }, domainOf }: RequestedPart) {
    const { method, protocol, secFetchMode, secPurpose, path, referer, userAgent } = entries;
    this.entries = entries;
    this.domainOf = domainOf;
    this.hasPrefetches = !hasNoTexts(secPurpose);
    this.methods = method.texts.map(methodOf);
    this.protocolSigns = Int32Array.from(protocol.texts, protocolSign);
    this.fetchModes = secFetchMode.texts.map(fetchModeOf);
    this.paths = new Array<PathFacts | undefined>(path.texts.length);
    this.referers = new Array<RefererFacts | undefined>(referer.texts.length);
    this.agents = new Array<AgentFacts | undefined>(userAgent.texts.length);
  }

  /** Returns the request at a place, in an object that the next call fills anew. */
  requestAt(place: number, isProbe: boolean): RequestFacts {
    const { request, entries } = this;
    request.method = this.methods[entries.method.places[place] as number] as Method;
    request.ofPath = this.pathAt(place);
    request.status = entries.statusCode[place] as number;
    request.ledBy = this.ledByAt(place);
    request.protocolSign = this.protocolSigns[entries.protocol.places[place] as number] as number;
    request.fetchMode = this.fetchModes[entries.secFetchMode.places[place] as number] as FetchMode;
    request.isPrefetch = this.hasPrefetches && textAt(entries.secPurpose, place) !== null;
    request.isProbe = isProbe;
    request.isLikeProbe = !isProbe && this.isLikeProbeAt(place, request);
    return request;
  }

  pathAt(place: number): PathFacts {
    const { path } = this.entries;
    const text = path.places[place] as number;
    return (this.paths[text] ??= pathFacts(path.texts[text] as string));
  }

  /** Only what nothing led to is looked at: who follows a link is led by the website. */
  private isLikeProbeAt(place: number, { ledBy, status, ofPath }: RequestFacts): boolean {
    if (ledBy !== 'nothing' || status >= FIRST_ERROR || ofPath.kind === 'file') return false;
    const { path } = this.entries;
    const text = path.places[place] as number;
    return (this.probed[text] ??= isProbedPath(path.texts[text] as string));
  }

  agentAt(place: number): AgentFacts {
    const { userAgent } = this.entries;
    const text = userAgent.places[place] as number;
    return (this.agents[text] ??= factsOf(userAgent.texts[text] as string));
  }

  private ledByAt(place: number): LedBy {
    const { referer, path } = this.entries;
    const text = referer.places[place] as number;
    const facts = (this.referers[text] ??= refererFacts(referer.texts[text] as string | null));
    if (facts === NO_REFERER) return 'nothing';
    return ledBy(facts, this.isOwnReferer(text, place, facts), textAt(path, place));
  }

  private isOwnReferer(from: number, place: number, referer: RefererFacts): boolean {
    const { host } = this.entries;
    const text = host.places[place] as number;
    // A page that led to one of a host has nearly always led to others of it.
    const known = this.own[from];
    if (known?.host === text) return known.isOwn;
    const domain = this.domainOf[text] as string;
    const isOwn = isOwnReferer(referer, host.texts[text] as string, domain);
    this.own[from] = { host: text, isOwn };
    return isOwn;
  }
}

function factsOf(agent: string): AgentFacts {
  let facts = knownAgents.get(agent);
  if (!facts) knownAgents.set(agent, (facts = agentFacts(agent)));
  return facts;
}
