/**
 * Who may import whom. One line a room; the first room that a file stands in counts. A room lists what its files may name beside
 * themselves: folders of the tree (a slash at the end), single files (without ending), packages. `<area>` is the folder that
 * the file stands in, `*` any one folder, `any package` whatever npm or Node brings. Paths are resolved, so that the depth of
 * a folder changes nothing.
 */
import { dirname, join, normalize } from 'node:path/posix'

interface Room {
  files: string
  may: readonly string[]
  /** Files that it may take types from, and nothing that runs. */
  types?: readonly string[]
  why: string
}

const contract = 'packages/contract/src/'
const server = 'packages/server/src/'
const web = 'packages/web/src/'
const anyPackage = 'any package'

/** Rooms of the kit, the lowest first: each uses itself and those before it. */
const kitFloors = ['base', 'link', 'ui', 'chart', 'list', 'grid', 'form', 'print', 'goods', 'document', 'goods-editor']

const kitRooms: Room[] = kitFloors.map((room, floor) => ({
  files: `${web}kit/${room}/`,
  may: [
    ...kitFloors.slice(0, floor + 1).map((below) => `${web}kit/${below}/`),
    `${contract}kernel/`,
    `${contract}shell/`,
    anyPackage,
  ],
  why: `the kit's rooms stand in the order ${kitFloors.join(', ')} and know no area; of the contract they take kernel and shell`,
}))

const rooms: readonly Room[] = [
  {
    files: `${contract}kernel/`,
    may: [`${contract}kernel/`, 'zod', 'big.js'],
    why: 'the kernel of the contract knows no area',
  },
  {
    files: `${contract}<area>/`,
    may: [
      `${contract}<area>/`,
      `${contract}kernel/`,
      `${contract}access/catalogue`,
      `${contract}access/document-rights`,
      `${contract}*/documents`,
      `${contract}*/words`,
      'zod',
      'big.js',
    ],
    why: 'a contract imports the kernel, the permission catalogue and what is made of it, its own area, and of another its documents.ts and words.ts',
  },
  {
    files: `${server}kernel/`,
    may: [`${server}kernel/`, `${contract}kernel/`, anyPackage],
    why: 'the kernel of the server knows no area; of the contract it imports the kernel alone',
  },
  {
    files: `${server}app/`,
    may: [server, contract, anyPackage],
    why: 'the server imports nothing of the web',
  },
  {
    files: `${server}<area>/*/posting`,
    may: [contract, `${server}kernel/ledgers/`],
    types: [`${server}<area>/`, `${server}kernel/`],
    why: 'a posting is pure: it imports the contract and the ledgers, and types alone of kernel and its own area',
  },
  {
    files: `${server}<area>/`,
    may: [`${server}<area>/`, `${server}kernel/`, `${server}*/public`, contract, anyPackage],
    why: 'an area imports its own folders, the kernel, and another area only through its public.ts',
  },
  ...kitRooms,
  {
    files: `${web}pickers/`,
    may: [`${web}pickers/`, `${web}kit/`, contract, anyPackage],
    why: 'pickers import the kit and the contract',
  },
  {
    files: `${web}app/`,
    may: [web, contract, anyPackage],
    why: 'the web imports nothing of the server',
  },
  {
    files: `${web}<area>/`,
    may: [`${web}<area>/`, `${web}kit/`, `${web}pickers/`, contract, anyPackage],
    why: 'a page imports its own area, kit, pickers and the contract',
  },
]

interface Import {
  /** Where it stands in the source. */
  offset: number
  from: string
  isType: boolean
}

/** Imports of a file that go through a wall, with the reason that the wall stands. Tests may import whatever they test. */
export function wallFindings(path: string, source: string): { offset: number; message: string }[] {
  const found = roomOf(path)
  if (!found || /\.test\.tsx?$/.test(path)) return []
  const { room, area } = found
  const passes = (target: string, allowed: readonly string[]) => allowed.some((each) => covers(each, target, area))
  return importsOf(source)
    .filter(({ from, isType }) => {
      const target = targetOf(path, from)
      return !passes(target, room.may) && !(isType && passes(target, room.types ?? []))
    })
    .map(({ offset, from }) => ({ offset, message: `${room.why}: not ${from}` }))
}

function roomOf(path: string): { room: Room; area: string } | undefined {
  for (const room of rooms) {
    const match = patternOf(room.files).exec(path)
    if (match) return { room, area: match.groups?.['area'] ?? '' }
  }
  return undefined
}

const covers = (allowed: string, target: string, area: string): boolean =>
  allowed === anyPackage ? !target.startsWith('packages/') : patternOf(allowed.replace('<area>', area)).test(target)

/** A folder matches whatever stands in it, a file or package itself (and what the package exports under its name). */
function patternOf(place: string): RegExp {
  const escaped = place.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  const open = escaped.replace('<area>', '(?<area>[^/]+)').replaceAll('*', '[^/]+')
  return new RegExp(place.endsWith('/') ? `^${open}` : String.raw`^${open}(/|\.tsx?$|$)`)
}

/** Where an import leads: a path of the tree, or the name of a package. */
function targetOf(path: string, from: string): string {
  if (from.startsWith('.')) return normalize(join(dirname(path), from))
  return from.replace(/^@chepu\/(contract|server|web)\//, 'packages/$1/src/')
}

function importsOf(source: string): Import[] {
  const statements = [...source.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)]
  const lazy = [...source.matchAll(/\bimport\('([^']+)'\)/g)]
  return [
    ...statements.map((match) => ({ offset: match.index, from: match[2] ?? '', isType: match[1] !== undefined })),
    ...lazy.map((match) => ({ offset: match.index, from: match[1] ?? '', isType: false })),
  ]
}
