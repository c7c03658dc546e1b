// The server as it is delivered: bundled, with the SQL that it reads beside it. For the build, and for tests that start the whole program.
import { cp, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/server/src')

/** The letters of exported PDFs, which are read when one is written. */
const letters = join(root, 'node_modules/@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf')

/** Packages with machine code of their own stay in node_modules. */
const nativePackages = ['@node-rs/argon2', 'pg-native']

/** Packages written for CommonJS ask for these names, which an ES module does not have. */
const commonJsNames = `
import { createRequire as chepuCreateRequire } from 'node:module'
const require = chepuCreateRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname
`.trim()

/** Makes server/main.js, migrations and invariants in a folder; returns the paths of the modules in the bundle, and of other people's files beside it. */
export async function bundleServer(folder: string): Promise<string[]> {
  const files = await readdir(source, { recursive: true })
  const workers = files.filter((path) => path.endsWith('.worker.ts'))
  const entries = ['app/main.ts', ...workers].map((path) => join(source, path))
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), path])),
    outdir: join(folder, 'server'),
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    external: nativePackages,
    banner: { js: commonJsNames },
    logLevel: 'warning',
  })
  await cp(letters, join(folder, 'server', basename(letters)))
  await cp(join(root, 'db/migrations'), join(folder, 'migrations'), { recursive: true })
  await cp(join(source, 'kernel/invariants'), join(folder, 'invariants'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  })
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
  return [...inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => join(root, path)), letters]
}
