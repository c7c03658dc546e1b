import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { WorkerOptions } from 'node:worker_threads'

/**
 * Where `<name>.worker` of the folder of `caller` (its `import.meta.url`) is started from: the TypeScript source in
 * development and tests, `<name>.worker.js` beside the bundle in production.
 */
export function workerEntry(name: string, caller: string): { url: URL; options: WorkerOptions } {
  if (!caller.endsWith('.ts')) return { url: new URL(`./${name}.worker.js`, caller), options: {} }
  // The bare option `--import tsx` serves main threads only; in a worker the loader has to be registered through its interface.
  const loader = new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(caller).resolve('tsx/package.json')))
    .href
  const preload = `data:text/javascript,import{register}from${encodeURIComponent(JSON.stringify(loader))};register()`
  return { url: new URL(`./${name}.worker.ts`, caller), options: { execArgv: ['--import', preload] } }
}
