import '../style/sign-in.css';
import { useEffect } from 'preact/hooks';
import { problemInWords } from '../api/problem.js';
import { Brand } from '../parts/brand.js';
import { Wait } from '../parts/wait.js';
import { texts } from '../texts/texts.js';
import type { Entered } from './enter.js';

const { waiting: words } = texts.frame;

/** What stands there while the service does not tell who looks at the page. */
export function Waiting({ problem, until }: Extract<Entered, { kind: 'waiting' }>) {
  useEffect(() => {
    document.title = words.title;
  }, []);
  return (
    <main class="sign-in">
      <section class="panel">
        <Brand />
        <h1>{problem.kind === 'wait' ? words.wait : words.away}</h1>
        <p role="status">
          {problem.kind === 'wait' ? (
            <Wait problem={problem} until={until} />
          ) : (
            problemInWords(problem)
          )}
        </p>
        <p>{words.keepOpen}</p>
      </section>
    </main>
  );
}
