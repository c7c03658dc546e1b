/** Options of a select by number. */
export const byId = (rows: readonly { id: number; name: string }[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))
