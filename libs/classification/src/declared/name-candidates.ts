import { OF_OTHERS } from './no-names.js';

/** A user agent in its two kinds of text: in parentheses, and outside of them. */
interface Parts {
  /** The texts between comments, in order. */
  readonly outside: readonly string[];
  /** The texts in parentheses, those inside of others included, in the order of their ends. */
  readonly comments: readonly string[];
}

const BROWSER = /^["']?(?:Mozilla|Opera)\b/i;
const DESKTOP = /^Mozilla\/5\.0 \((?:[^()]*; ?)?(?:Windows NT|Macintosh|X11)\b(?![^()]*MSIE)/;
const AFTER_ENGINE = /^KHTML, ?like Gecko[;, ]+([^;, ].*)$/;
const COMPATIBLE = /(?:^|[;,(\s])compatible\s*[;,](.*)$/i;
const SAYS_BOT =
  /(?<!cu)bots?(?![a-z])|crawl|spider|scrap|scann|fetch|check|monitor|archiv|preview|robot|agent|hunter/i;
/** What ends a piece of a comment. */
const PIECE_ENDS = /[;,]| - | \+|\+(?=http)/;
const ADDRESS = /:\/\/|@|\bwww\.|\[at\]/;
const VERSION = /^v?\.?\d+(?:[._-][\w.-]*|[a-z]\d*)?$/i;
/** Text that a program wrote for another one. */
const CODE = /[=&<>{}$|\\%]/;

/**
 * Returns the parts of a user agent that may be the name of a bot, the surest first:
 *
 * 1. the first product, unless it is that of a browser;
 * 2. after `compatible;` in a comment, where a bot says that it is one;
 * 3. a product behind the prefix of a browser, first one that says that it is a bot;
 * 4. a piece of another comment that says so, or the only piece of the platform: `Mozilla/5.0 (Foo)`;
 * 5. a piece of a comment in which desktop browsers have none: `(X11; Foo; Linux x86_64)`.
 */
export function* nameCandidates(userAgent: string): Generator<string> {
  const { outside, comments } = partsOf(userAgent);
  const isBrowser = BROWSER.test(userAgent);
  if (!isBrowser) yield* productsIn(outside);
  for (const comment of comments) {
    const after = COMPATIBLE.exec(comment)?.[1];
    if (after !== undefined) yield* piecesOf(after);
  }
  if (isBrowser) {
    const products = productsIn(outside);
    yield* products.filter(saysBot);
    yield* products;
  }
  const pieces = comments.map(piecesOf);
  yield* pieces.flat().filter(saysBot);
  if (!isBrowser) return;
  const [platform = []] = pieces;
  if (platform.length === 1) yield* platform;
  if (DESKTOP.test(userAgent)) {
    yield* [...platform, ...piecesOfEngine(comments)].filter(isUnusual);
  }
}

const saysBot = (text: string): boolean => SAYS_BOT.test(text);

/** Returns what is added to the comment of the engine: `(KHTML, like Gecko; Foo)`. */
function piecesOfEngine(comments: readonly string[]): string[] {
  return comments.flatMap((comment) => piecesOf(AFTER_ENGINE.exec(comment)?.[1] ?? ''));
}

/** Languages are no names, nor is what comes before a colon. */
function isUnusual(piece: string): boolean {
  return /^[a-z][\w. -]{4,}(?:\/|$)/i.test(piece) && !/^[a-z]{2}[-_]/i.test(piece);
}

function partsOf(text: string): Parts {
  const outside: string[] = [];
  const comments: string[] = [];
  const begun: number[] = [];
  let from = 0;
  for (let place = 0; place <= text.length; place++) {
    const character = text[place];
    if (character === '(') {
      if (begun.length === 0) outside.push(text.slice(from, place));
      begun.push(place + 1);
    } else if (character === ')' && begun.length > 0) {
      comments.push(text.slice(begun.pop(), place));
      from = place + 1;
    }
  }
  // A comment may be cut off before its end.
  if (begun.length > 0) comments.push(text.slice(begun[0]));
  else outside.push(text.slice(from));
  return { outside, comments };
}

function piecesOf(comment: string): string[] {
  return comment
    .replace(/\([^()]*\)/g, ' ')
    .split(PIECE_ENDS)
    .map((piece) => beforeAddress(piece).trim())
    .filter((piece) => piece !== '' && !CODE.test(piece));
}

function beforeAddress(piece: string): string {
  const address = piece.search(ADDRESS);
  return address === -1 ? piece : piece.slice(0, piece.lastIndexOf(' ', address) + 1);
}

/** Returns the products of texts: words up to one with a version, or to one that is no name. */
function productsIn(texts: readonly string[]): string[] {
  const products: string[] = [];
  for (const piece of texts.flatMap((text) => text.split(PIECE_ENDS))) {
    let words: string[] = [];
    const end = () => {
      if (words.length > 0) products.push(words.join(' '));
      words = [];
    };
    for (const word of piece.split(' ')) {
      const slash = word.indexOf('/');
      const name = slash === -1 ? word : word.slice(0, slash);
      if (name === '') continue;
      if (isNoName(name) || CODE.test(word) || ADDRESS.test(word)) {
        end();
        continue;
      }
      words.push(name);
      if (slash !== -1) end();
    }
    end();
  }
  return products;
}

const isNoName = (word: string): boolean => OF_OTHERS.has(word.toLowerCase()) || VERSION.test(word);
