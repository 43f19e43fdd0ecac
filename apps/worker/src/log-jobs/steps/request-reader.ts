import { isProbedPath } from '@app/classification';
import { FIRST_ERROR, textAt } from '@app/contracts';
import {
  type AgentFacts,
  agentFacts,
  isOwnReferer,
  NO_REFERER,
  type PathFacts,
  pathFacts,
  type RefererFacts,
  refererFacts,
  type RequestFacts,
} from '@app/people';
import { LRUCache } from 'lru-cache';
import type { RequestedPart } from './requests.js';

/** Agents come again in other batches, and it takes several patterns to look at one. */
const knownAgents = new LRUCache<string, AgentFacts>({ max: 5_000 });

/** Reads the requests of a part. A text is looked at once, however many entries have it. */
export class RequestReader {
  private readonly paths: (PathFacts | undefined)[] = [];
  /** Of paths, whether scanners ask for them. */
  private readonly probed: (boolean | undefined)[] = [];
  private readonly referers: (RefererFacts | undefined)[] = [];
  private readonly agents: (AgentFacts | undefined)[] = [];
  /** By referer, whether it is of the website of a host. */
  private readonly own: ({ host: number; isOwn: boolean } | undefined)[] = [];
  /** Filled again for each request. */
  private readonly request: RequestFacts = {
    ...{ method: '', path: '', ofPath: pathFacts('/'), status: 0 },
    ...{ referer: NO_REFERER, isOwnReferer: false, protocol: null, fetchMode: null },
    ...{ isPrefetch: false, isProbe: false, isLikeProbe: false },
  };

  constructor(private readonly part: RequestedPart) {}

  /** Returns the request at a place, in an object that the next call fills anew. */
  requestAt(place: number, isProbe: boolean): RequestFacts {
    const { request } = this;
    const { entries } = this.part.part;
    request.method = textAt(entries.method, place);
    request.path = textAt(entries.path, place);
    request.ofPath = this.pathAt(place);
    request.status = entries.statusCode[place] as number;
    request.referer = this.refererAt(place);
    request.isOwnReferer = this.isOwnRefererAt(place, request.referer);
    request.protocol = textAt(entries.protocol, place);
    request.fetchMode = textAt(entries.secFetchMode, place);
    request.isPrefetch = textAt(entries.secPurpose, place) !== null;
    request.isProbe = isProbe;
    request.isLikeProbe = !isProbe && this.isLikeProbeAt(place, request);
    return request;
  }

  pathAt(place: number): PathFacts {
    const { path } = this.part.part.entries;
    const text = path.places[place] as number;
    return (this.paths[text] ??= pathFacts(path.texts[text] as string));
  }

  /** Only what nothing led to is looked at: who follows a link is led by the website. */
  private isLikeProbeAt(place: number, { referer, status, ofPath }: RequestFacts): boolean {
    if (referer !== NO_REFERER || status >= FIRST_ERROR || ofPath.kind === 'file') return false;
    const { path } = this.part.part.entries;
    const text = path.places[place] as number;
    return (this.probed[text] ??= isProbedPath(path.texts[text] as string));
  }

  agentAt(place: number): AgentFacts {
    const { userAgent } = this.part.part.entries;
    const text = userAgent.places[place] as number;
    return (this.agents[text] ??= factsOf(userAgent.texts[text] as string));
  }

  private refererAt(place: number): RefererFacts {
    const { referer } = this.part.part.entries;
    const text = referer.places[place] as number;
    return (this.referers[text] ??= refererFacts(referer.texts[text] as string | null));
  }

  private isOwnRefererAt(place: number, referer: RefererFacts): boolean {
    if (referer === NO_REFERER) return false;
    const { host, referer: referers } = this.part.part.entries;
    const text = host.places[place] as number;
    const from = referers.places[place] as number;
    // A page that led to one of a host has nearly always led to others of it.
    const known = this.own[from];
    if (known?.host === text) return known.isOwn;
    const domain = this.part.domainOf[text] as string;
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
