import '../style/sign-in.css';
import { useEffect } from 'preact/hooks';
import { problemInWords } from '../api/problem.js';
import { Brand } from '../parts/brand.js';
import { Wait } from '../parts/wait.js';
import type { Entered } from './enter.js';

/** What stands there while the service does not tell who looks at the page. */
export function Waiting({ problem, until }: Extract<Entered, { kind: 'waiting' }>) {
  useEffect(() => {
    document.title = 'Waiting – Botgauge';
  }, []);
  return (
    <main class="sign-in">
      <section class="panel">
        <Brand />
        <h1>{problem.kind === 'wait' ? 'This page must wait' : 'The service does not answer'}</h1>
        <p role="status">
          {problem.kind === 'wait' ? (
            <Wait problem={problem} until={until} />
          ) : (
            problemInWords(problem)
          )}
        </p>
        <p>Keep this window open: then it shows what you came for.</p>
      </section>
    </main>
  );
}
