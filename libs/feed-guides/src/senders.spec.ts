import { readGuides } from './guides.js';
import { factsOf } from './senders.js';

it('knows of each sender that has a guide what its log has, and by what names people look for it', () => {
  for (const { sender } of readGuides()) expect(factsOf(sender).names).not.toEqual([]);
});

it('says so of a sender that it does not know', () => {
  expect(() => factsOf('fluentd')).toThrow(/^Nothing is said of the sender fluentd/);
});
