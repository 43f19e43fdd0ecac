import { Teardown } from './teardown.js';

describe('Teardown', () => {
  it('stops in the reverse order of starting and reports failures at the end', async () => {
    const teardown = new Teardown();
    const order: string[] = [];
    const add = (name: string, failure?: string) =>
      teardown.add({
        name,
        stop: async () => {
          order.push(name);
          if (failure) throw new Error(failure);
        },
        kill: () => order.push(`${name}!`),
      });
    add('database');
    add('worker', 'stuck');
    add('api');
    expect(await teardown.stopAll()).toEqual(['Stopping worker failed: stuck']);
    expect(order).toEqual(['api', 'worker', 'database']);
  });

  it('kills everything, including what is being stopped', async () => {
    const teardown = new Teardown();
    const killed: string[] = [];
    const never = new Promise<void>(() => undefined);
    for (const name of ['database', 'api']) {
      teardown.add({ name, stop: () => never, kill: () => killed.push(name) });
    }
    void teardown.stopAll();
    teardown.killAll();
    expect(killed).toEqual(['api', 'database']);
  });
});
