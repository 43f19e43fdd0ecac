import { readRobots } from './robots-text.js';
import { extentOf, rulesFor } from './rules-for.js';
import { writeRules } from './write-rules.js';

const bot = (name: string, ignores = false) => ({ name, ignores });

it('asks bots by name to stay away', () => {
  const training = { heading: 'Training', bots: [bot('b-Bot'), bot('A1', true), bot('B-BOT')] };
  const nameless = { heading: 'Nameless', bots: [bot('Unidentified bot')] };
  expect(writeRules([training, nameless])).toEqual({
    text: `# Training
# Their operators say that these do not obey: A1
User-agent: A1
User-agent: B-BOT
Disallow: /

# Nameless: none has a name that a robots.txt can have
`,
    bots: 2,
  });
});

it('leaves rules for others as they are', () => {
  const { text } = writeRules([{ heading: 'All', bots: [bot('GPTBot'), bot('Claude-User')] }]);
  const robots = readRobots(`${text}\nUser-agent: *\nDisallow: /private/\n`);
  const allows = (name: string) => extentOf(rulesFor(robots, { tokens: [name] }).groups);
  expect(['GPTBot', 'claude-user', 'bingbot'].map(allows)).toEqual(['nothing', 'nothing', 'part']);
});
