/** Builds the program that `npm start` runs, dist/server, dist/migrations and dist/web, and the notices of what it is made of. */
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as bundlePages, type Plugin } from 'vite'
import { runtimePackages } from './archive.mjs'
import { bundleServer } from './bundle'
import { readNotices, writeNotices } from './notices'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const web = join(dist, 'web')

/** The program, and the page behind signed links, which shares no file with it: what strangers load is small and starts nothing else. */
const pages = ['index.html', 'link.html']

/** Returns the paths of the modules in the bundles. */
async function buildPages(): Promise<string[]> {
  const modules: string[] = []
  const noteModules: Plugin = {
    name: 'note-modules',
    generateBundle(_options, output) {
      for (const chunk of Object.values(output)) if (chunk.type === 'chunk') modules.push(...Object.keys(chunk.modules))
    },
  }
  for (const page of pages)
    await bundlePages({
      root: join(root, 'packages/web'),
      // This program runs through tsx, which reads the configuration as it is.
      configLoader: 'native',
      logLevel: 'warn',
      plugins: [noteModules],
      build: {
        outDir: web,
        emptyOutDir: page === pages[0],
        // Sizes are held by bench/budgets.json, not by a general warning.
        chunkSizeWarningLimit: 5000,
        rolldownOptions: { input: join(root, 'packages/web', page) },
      },
    })
  return modules
}

const isCompressible = (path: string) => /\.(html|js|css|svg|json|txt|webmanifest)$/.test(path)

/** Small answers gain nothing: they fit one packet anyway. */
async function compress(path: string) {
  if ((await stat(path)).size < 1024) return
  const content = await readFile(path)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

await Promise.all(['server', 'migrations', 'web'].map((name) => rm(join(dist, name), { recursive: true, force: true })))
const [serverModules, pageModules] = await Promise.all([bundleServer(dist), buildPages()])
const notices = writeNotices(await readNotices([...serverModules, ...pageModules], runtimePackages()))
// Beside the program for who keeps it, and among the pages for who uses it.
for (const folder of [dist, web]) await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices)
await Promise.all((await filesIn(web)).filter(isCompressible).map(compress))
