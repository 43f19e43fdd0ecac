import type { Nothing } from './verdicts.js';

const WORDS: Record<Nothing, { title: string; what: string }> = {
  'no bots': {
    title: 'No bot came',
    what: 'No bot came in these days with these filters. Choose other days, or take a filter away.',
  },
  'not checked': {
    title: 'Nobody checked these visits',
    what: 'Their addresses were not compared with the lists of the operators: verification is switched off, or it was when they came. Whoever runs this service can switch it on; visits from then on are checked.',
  },
  'not decided': {
    title: 'No claim could be decided',
    what: 'The bots that came are of operators that publish no complete list of addresses, or their lists were too old, or the log has no addresses of visitors. Look whether it has the address of the visitor and not the one of a proxy.',
  },
  'all true': {
    title: 'Every claim that could be decided was true',
    what: 'Nobody came under the name of a bot whose operator publishes all its addresses from another one. There is nothing to do.',
  },
};

/** Stands for the lists when there is no spoofed visit: what that means, and what to do. */
export function NothingSpoofed({ why }: { why: Nothing }) {
  const { title, what } = WORDS[why];
  return (
    <section class="panel wide-notice">
      <h2>{title}</h2>
      <p>{what}</p>
    </section>
  );
}
