/** The house rule about exports: what a file exports, another file imports. */
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'
import type { Place } from './exceptions'
import { lineAt } from './source-text'

const everything = '*'

/**
 * Exports of TypeScript sources, given by their paths in the repository, that no other of them imports. A file that is imported whole, by
 * `import * as` or lazily, has all its exports used; what a tool reads by the name of the file exports a default for it.
 */
export function unusedExports(sources: ReadonlyMap<string, string>): Place[] {
  const used = new Map<string, Set<string>>()
  const use = (target: string | undefined, name: string) => {
    if (target !== undefined) used.set(target, (used.get(target) ?? new Set()).add(name))
  }
  const exported: Place[] = []
  for (const [path, source] of sources) {
    const target = (from: string) => targetOf(path, from, sources)
    const { module } = parseSync(path, source)
    for (const { moduleRequest, entries } of module.staticImports) {
      for (const { importName } of entries) use(target(moduleRequest.value), nameOf(importName))
    }
    for (const { moduleRequest, importName, exportName, start } of module.staticExports.flatMap((all) => all.entries)) {
      if (moduleRequest) use(target(moduleRequest.value), nameOf(importName))
      const name = nameOf(exportName)
      if (name === everything || isReadByATool(path, name)) continue
      const line = lineAt(source, exportName.start ?? start)
      exported.push({ path, line, name, message: `no other file imports ${name}` })
    }
    for (const [, from = ''] of source.matchAll(/\bimport\('([^']+)'\)/g)) use(target(from), everything)
  }
  return exported.filter(({ path, name = '' }) => !used.get(path)?.has(name) && !used.get(path)?.has(everything))
}

const nameOf = ({ kind, name }: { kind: string; name: string | null | undefined }): string =>
  name ?? (kind === 'Default' ? 'default' : everything)

const isReadByATool = (path: string, name: string): boolean =>
  name === 'default' && /(?:\.config|\.vitest|\/global-setup|\.d)\.m?[jt]s$/.test(path)

/** The source that an import leads to; undefined for a package, or a file that is no source. */
function targetOf(path: string, from: string, sources: ReadonlyMap<string, string>): string | undefined {
  const place = from.startsWith('.')
    ? join(dirname(path), from)
    : from.replace(/^@chepu\/(contract|server|web)\//, 'packages/$1/src/')
  return [place, `${place}.ts`, `${place}.tsx`, `${place}/index.ts`].find((file) => sources.has(file))
}
