/** How a visitor was judged. `none`: its log does not tell people and programs apart. */
export type Judgement = 'people' | 'automation' | 'undecided' | 'none';

/** The judgement on each visitor of a day, and its signals as `eachSignal` reads them. */
export interface JudgedVisitors {
  judgements: Judgement[];
  low: Int32Array;
  high: Int32Array;
}
