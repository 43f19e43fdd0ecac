/**
 * Returns a statement with other names for some of its relations. A relation is named behind one of
 * these words, or as a text of its own that is given to a function. Columns may have the same names.
 *
 * @param names the new names by those in the statement
 */
export function withShardNames(statement: string, names: ReadonlyMap<string, string>): string {
  return statement.replace(RELATION, (found, before: string, name: string) => {
    const shard = names.get(name);
    return shard === undefined ? found : before + shard;
  });
}

const RELATION = /(\b(?:INTO|FROM|JOIN|UPDATE|COPY|ONLY) |')([a-z_]+)\b/g;
