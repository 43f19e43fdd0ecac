import type { Line } from './line.js';
import { withoutSeparators } from './text/separators.js';

const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Matches the start of an object, perhaps the first one of a list. */
const START = /^[ \t]*(?:\[[ \t]*)?\{[ \t]*(?:"|$)/;
/** Matches how a line ends that goes on in the next one. */
const OPEN_END = /[{[,][ \t]?$/;
/** Matches a line with nothing but the brackets and commas of a list. */
const BETWEEN = /^[ \t]{0,64}(?:[[\],][ \t]{0,8}){1,4}$/;
/** Matches a line in which one object ends and the next one begins. */
const END_AND_START = /^[ \t]{0,64}\}[ \t]{0,8},(?=[ \t]{0,8}\{[ \t]{0,8}$)/;
/** Matches how a line may begin within an object. */
const WITHIN = /^(?:[ \t"}\],[]|\{(?!")|$)/;
/** Matches what matters for the depth. */
const MARKS = /"|[[\]{}]/g;
const STRING_END = /[^"\\]*(?:\\.[^"\\]*)*"/y;

/**
 * Joins the lines of objects that are written over several lines, alone or in a list, so that each is
 * a line of its own. The brackets and commas of a list become empty lines. All other lines stay as
 * they are, also those of an object that breaks off. It holds one object at most.
 */
export class ValueLines {
  private held: Line[] = [];
  private characters = 0;
  private depth = 0;

  /** @param longest of an object, in characters; of a longer one nothing is kept */
  constructor(private readonly longest: number) {}

  /** Whether an object has begun that has not ended. */
  get isOpen(): boolean {
    return this.held.length > 0;
  }

  /** Takes the next line, and returns those that are complete with it. */
  add(line: Line): Line[] {
    const { text } = line;
    if (this.held.length === 0) {
      if (text === undefined) return [line];
      if (!START.test(text) || !OPEN_END.test(text.slice(-2)))
        return [BETWEEN.test(text) ? { ...line, text: '' } : line];
      return this.take(line, text);
    }
    if (text === undefined || !WITHIN.test(text)) return [...this.giveUp(), ...this.add(line)];
    return this.take(line, text);
  }

  /** Returns what is held of an object that may still be growing. */
  end(): Line[] {
    if (this.held.length === 0) return [];
    const [first] = this.held as [Line];
    const { number, start } = first;
    const text = this.text();
    const { end } = this.held.at(-1) as Line;
    this.reset();
    return [{ number, text, start, end, ended: false }];
  }

  private take(line: Line, text: string): Line[] {
    const ends = this.held.length > 0 && this.depth === 1 && END_AND_START.exec(text);
    if (ends) return this.takeBoth(line, text, ends[0].length);
    const depth = depthAfter(text, this.depth);
    // A string of JSON has no line break, so this is none.
    if (depth === undefined) return [...this.giveUp(), line];
    if (depth === 0 && this.held.length === 0) return [line];
    this.keep(line);
    this.depth = depth;
    return depth > 0 ? [] : [this.joined()];
  }

  /** Takes a line in which an object ends and the next one begins. It has only ASCII. */
  private takeBoth(line: Line, text: string, cut: number): Line[] {
    const place = line.start + cut;
    this.keep({ ...line, text: text.slice(0, cut), end: place, ended: true });
    const ended = this.joined();
    const rest = text.slice(cut);
    return [ended, ...this.take({ ...line, start: place, text: rest }, rest)];
  }

  private keep(line: Line): void {
    this.characters += 1 + (line.text?.length ?? 0);
    this.held.push(line);
    if (this.characters <= this.longest) return;
    // Of what is too long, only the place is kept.
    const { number, start } = this.held[0] as Line;
    this.held = [{ number, text: undefined, start, end: line.end, ended: line.ended }];
  }

  private joined(): Line {
    const { number, start } = this.held[0] as Line;
    const { end, ended } = this.held.at(-1) as Line;
    const text = this.text();
    this.reset();
    return { number, text, start, end, ended };
  }

  /** Returns the text of the object, or undefined when it is too long. */
  private text(): string | undefined {
    if (this.characters > this.longest) return undefined;
    const whole = this.held.map(({ text = '' }) => text.trim()).join(' ');
    return withoutSeparators(whole);
  }

  private giveUp(): Line[] {
    const { held } = this;
    this.reset();
    return held;
  }

  private reset(): void {
    this.held = [];
    this.characters = 0;
    this.depth = 0;
  }
}

/** Returns how many objects and lists are open behind a line, or undefined when a string is. */
function depthAfter(line: string, before: number): number | undefined {
  let depth = before;
  MARKS.lastIndex = 0;
  for (let mark = MARKS.exec(line); mark; mark = MARKS.exec(line)) {
    const code = line.charCodeAt(mark.index);
    if (code === OPEN_OBJECT) depth += 1;
    // The brackets of the list around all objects do not count.
    else if (code === OPEN_ARRAY) depth += depth > 0 ? 1 : 0;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= depth > 0 ? 1 : 0;
    else {
      STRING_END.lastIndex = MARKS.lastIndex;
      if (!STRING_END.test(line)) return undefined;
      MARKS.lastIndex = STRING_END.lastIndex;
    }
  }
  return depth;
}
