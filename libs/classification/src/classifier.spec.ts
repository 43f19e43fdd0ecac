import { createClassifier } from './classifier.js';

describe('classifier', () => {
  it('counts hits and misses', () => {
    const classifier = createClassifier({ cacheSize: 10 });
    expect(classifier.cacheStats()).toEqual({ hits: 0, misses: 0, size: 0 });
    classifier.classify('GPTBot/1.2');
    classifier.classify('GPTBot/1.2');
    classifier.classify('curl/8.0');
    expect(classifier.cacheStats()).toEqual({ hits: 1, misses: 2, size: 2 });
  });

  it('also remembers the empty user agent', () => {
    const classifier = createClassifier({ cacheSize: 10 });
    classifier.classify('');
    classifier.classify('');
    expect(classifier.cacheStats()).toEqual({ hits: 1, misses: 1, size: 1 });
  });

  it('holds at most `cacheSize` user agents, and forgets the least recently used', () => {
    const classifier = createClassifier({ cacheSize: 2 });
    for (const userAgent of ['a', 'b', 'a', 'c', 'a', 'b']) classifier.classify(userAgent);
    expect(classifier.cacheStats()).toEqual({ hits: 2, misses: 4, size: 2 });
  });

  it('remembers a long user agent once, whatever follows the part that is read', () => {
    const classifier = createClassifier({ cacheSize: 10 });
    const long = 'x'.repeat(1024);
    classifier.classify(`${long}1`);
    classifier.classify(`${long}2`);
    expect(classifier.cacheStats()).toEqual({ hits: 1, misses: 1, size: 1 });
  });

  it('hands out verdicts that nobody can change', () => {
    const verdict = createClassifier({ cacheSize: 1 }).classify('GPTBot/1.2');
    expect(Object.isFrozen(verdict)).toBe(true);
  });
});
