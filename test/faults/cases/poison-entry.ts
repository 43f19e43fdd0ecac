import { BOTH, type Fault, must, NotRun } from '../fault.js';
import { hasDeadEntries, untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';

/** The database refuses one entry of a thousand, as it would refuse a value out of range. */
const POISON = `
  CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM pages WHERE id = NEW.page_id AND path LIKE '%/666') THEN
      RAISE EXCEPTION 'poison' USING ERRCODE = '22P02';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER refuse_poison BEFORE INSERT ON visits FOR EACH ROW EXECUTE FUNCTION refuse_poison()`;

export const poisonEntry: Fault = {
  id: '13',
  name: 'a poison entry among 1000',
  queues: BOTH,
  run: async ({ stage, times, note }) => {
    if (!(await hasDeadEntries(stage.database))) {
      throw new NotRun('this schema has no table dead_entries where a refused entry could rest');
    }
    await stage.database.query(POISON);
    const producer = new Producer(stage, { entries: 1_000 });
    const batches = times(10);
    await producer.sendMany(batches);
    await untilDrained(stage);
    const [row] = await stage.database.query<{ dead: number }>(
      'SELECT count(*)::int AS dead FROM dead_entries',
    );
    must(row?.dead === batches, `${row?.dead} entries are dead, ${batches} were poison`);
    note(`${batches} batches with one poison entry each`);
    return [producer];
  },
};
