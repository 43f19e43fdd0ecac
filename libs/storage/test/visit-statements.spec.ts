import { statement } from '../src/database/statement.js';
import { VISIT_STATEMENTS } from './visit-statements.js';

it.each(Object.entries(VISIT_STATEMENTS))(
  '%s is what follows from the table of fields: run npm run fields',
  (name, text) => {
    expect(statement(name)).toBe(text);
  },
);
