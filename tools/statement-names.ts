/** A statement by its name and its text as they stand in a source. */
const named = /\bname: '([a-z0-9-]+)',\s*text:\s*(`[^`]*`|'[^']*'|[^,\n}]+)/g

/**
 * Two statements of one name: a connection prepares the first one that comes and runs it for both. Answers `file: message` for each name with another text
 * than where it was met first; `code` is sources by path.
 */
export function statementNameFaults(code: ReadonlyMap<string, string>): string[] {
  const known = new Map<string, { path: string; text: string }>()
  return [...code].flatMap(([path, source]) =>
    [...source.matchAll(named)].flatMap(([, name = '', text = '']) => {
      const former = known.get(name)
      if (!former) known.set(name, { path, text: text.trim() })
      return !former || former.text === text.trim()
        ? []
        : [`${path}: the statement '${name}' is another one in ${former.path}`]
    }),
  )
}
