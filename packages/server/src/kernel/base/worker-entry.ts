import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { WorkerOptions } from 'node:worker_threads'

/** Bundled sources of this process by their path. */
const bundled = new Map<string, string>()

/**
 * What `<name>.worker` of the folder of `caller` (its `import.meta.url`) is started from: `<name>.worker.js` beside the bundle in
 * production; in development and tests the TypeScript source, bundled once in a process, since a loader of TypeScript takes ten times as
 * long to start in each thread as the thread itself.
 */
export function workerEntry(name: string, caller: string): { source: URL | string; options: WorkerOptions } {
  if (!caller.endsWith('.ts')) return { source: new URL(`./${name}.worker.js`, caller), options: {} }
  const path = fileURLToPath(new URL(`./${name}.worker.ts`, caller))
  const source = bundled.get(path) ?? bundle(path, caller)
  bundled.set(path, source)
  return { source, options: { eval: true } }
}

function bundle(path: string, caller: string): string {
  // By this way the bundler does not become a part of the bundle.
  const { buildSync } = createRequire(caller)('esbuild') as typeof import('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Libraries look for files of theirs beside themselves; none of those is needed.
    define: { 'import.meta.url': JSON.stringify(caller) },
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
