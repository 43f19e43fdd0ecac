import { statement } from '../src/database/statement.js';
import { WRITTEN_STATEMENTS } from './written-statements.js';

it.each(Object.entries(WRITTEN_STATEMENTS))(
  '%s is what follows from its description: run npm run statements',
  (name, text) => {
    expect(statement(name)).toBe(text);
  },
);
