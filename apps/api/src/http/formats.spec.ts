import { acceptedFormat, type Format, formatsOf } from './formats.js';

const ALL: Format[] = ['json', 'csv', 'ndjson'];

describe('The format that Accept asks for', () => {
  it.each<[string | undefined, Format]>([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV', 'csv'],
    ['text/csv; charset=utf-8', 'csv'],
    ['text/*', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    // By quality.
    ['application/json;q=0.5, text/csv', 'csv'],
    ['text/csv;q=0.8, application/x-ndjson;q=0.9', 'ndjson'],
    ['text/csv;q=0.999, application/json;q=1.000', 'json'],
    ['text/csv ; q=0.1 , application/json ; q=0.2', 'json'],
    // By precision, then in the order in which they are named.
    ['*/*, text/csv', 'csv'],
    ['text/csv, application/json', 'csv'],
    ['application/json, text/csv', 'json'],
    ['application/json, text/plain, */*', 'json'],
    // As browsers ask.
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    // The most precise range decides about a type.
    ['text/csv;q=0, */*', 'json'],
    ['text/csv;q=0, text/*', 'json'],
    ['application/json;q=0, text/csv;q=0, */*', 'ndjson'],
    ['application/json;q=0, */*', 'csv'],
    // What cannot be answered.
    ['text/html', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/csv;q=0.000', 'json'],
    // What is not written as the header is.
    ['text/csv;q=high', 'csv'],
    ['csv', 'json'],
    [',,;q=1,text/csv', 'csv'],
  ])('of %j is %s', (accept, format) => {
    expect(acceptedFormat(accept, ALL)).toBe(format);
  });

  it('is one of those that the route offers', () => {
    expect(acceptedFormat('application/x-ndjson', ['json', 'csv'])).toBe('json');
    expect(acceptedFormat('application/x-ndjson, text/csv;q=0.1', ['json', 'csv'])).toBe('csv');
    expect(acceptedFormat('text/csv', ['json'])).toBe('json');
  });
});

it('a route offers what its answer declares', () => {
  const description = 'an answer';
  const csv = { columns: [], rows: () => [] };
  expect(formatsOf({ answer: { description } })).toEqual(['json']);
  expect(formatsOf({ answer: { description, csv } })).toEqual(['json', 'csv']);
  expect(formatsOf({ answer: { description, csv, ndjson: true } })).toEqual(ALL);
});
