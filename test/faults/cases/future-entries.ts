import { BOTH, type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';

const HOUR_MS = 3_600_000;

export const futureEntries: Fault = {
  id: '19',
  name: 'entries 23 h and 25 h ahead',
  queues: BOTH,
  run: async ({ stage, times, note }) => {
    const ahead = (hours: number) => {
      const time = Date.now() + hours * HOUR_MS;
      return () => time;
    };
    const allowed = new Producer(stage, { time: ahead(23) });
    const tooFar = new Producer(stage, { time: ahead(25) });
    const [now, later] = [ahead(0), ahead(25)];
    const oneTooFar = new Producer(stage, { time: (index) => (index === 99 ? later() : now()) });
    const batches = times(10);
    for (const producer of [allowed, tooFar, oneTooFar]) {
      for (let batch = 0; batch < batches; batch++) await producer.send();
    }
    must(
      allowed.obligations.every(({ outcome }) => outcome === 'acked'),
      'Entries 23 h ahead were refused',
    );
    must(
      [...tooFar.obligations, ...oneTooFar.obligations].every(({ status }) => status === 400),
      'Entries 25 h ahead were not refused with 400',
    );
    note(`${batches} batches each: 23 h ahead, 25 h ahead, one entry of 100 at 25 h`);
    return [allowed, tooFar, oneTooFar];
  },
};
