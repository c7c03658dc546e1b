/**
 * `npm run bench [-- section …]` measures what business/frame 11 and 12 promise and prints it beside the aims of budgets.json. It
 * takes the built program (`npm run build`) and a database of its own with full durability; nothing it prints fails it.
 */
import { cpus } from 'node:os'
import { measureBank } from './bank'
import { measureClosing } from './closing'
import { measureCounter } from './counter'
import { measureExport } from './export'
import { measureFlood } from './flood'
import { measureGestures } from './gestures'
import { measureGrid } from './grid'
import { measureGroups } from './groups'
import { measureImport } from './import'
import { measureLists } from './lists'
import { measurePosting } from './posting'
import { measurePush } from './push'
import { measureQueries } from './queries'
import { conclude } from './report'
import { measureSearch } from './search'
import { measureSettle } from './settle'
import { measureSizes } from './sizes'
import { measureWarehouse } from './warehouse'
import { measureWarranty } from './warranty'
import { measureWorkshop } from './workshop'

const sections: Record<string, () => Promise<void>> = {
  gestures: measureGestures,
  posting: measurePosting,
  warehouse: measureWarehouse,
  workshop: measureWorkshop,
  counter: measureCounter,
  warranty: measureWarranty,
  lists: measureLists,
  queries: measureQueries,
  search: measureSearch,
  export: measureExport,
  import: measureImport,
  bank: measureBank,
  closing: measureClosing,
  settle: measureSettle,
  push: measurePush,
  groups: measureGroups,
  flood: measureFlood,
  grid: measureGrid,
  sizes: measureSizes,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in sections))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; sections are ${Object.keys(sections).join(', ')}`)
  process.exit(1)
}
console.log(`${new Date().toISOString()}, node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}`)
for (const name of wanted.length > 0 ? wanted : Object.keys(sections)) await sections[name]?.()
conclude()
