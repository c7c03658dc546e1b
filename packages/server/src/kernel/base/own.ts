/**
 * The entry of a table under a name that came from outside. What every object inherits, such as `constructor`, is no entry.
 * The server reaches tables by such names through this.
 */
export const own = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
