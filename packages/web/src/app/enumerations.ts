import { regionTree } from '@chepu/contract/basics/region'
import { regionOptions } from '@chepu/contract/kernel/region-tree'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { call } from '../kit/base/call'
import { write } from './sign-in/storage'

/** Lists of `basics` that say what kind an organisation is (business/frame 3.4). */
const typeLists = ['storeType', 'orgType']

interface Option {
  id: number | string
  name: string
}

/** Names by id: {3: '旗舰店'}. */
const namesOf = (options: readonly Option[]) => Object.fromEntries(options.map(({ id, name }) => [id, name]))

const mapLists = <To>(lists: Record<string, Option[]>, to: (options: Option[]) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(lists).map(([key, options]) => [key, to(options)]))

/**
 * Keeps the enumerations in the session storage under the names of business/frame 3.4, for pages and for what runs beside them:
 * `enums` the lists of id and name by list, `enumsMap` the names by list and id, `treeEnums` the trees by name,
 * `typeData` the lists of store and organisation types, `dataType` their names by list and id, `allRegion` the regions as
 * cascading options (value, label, children). Read once a sign-in and organisation; a failure leaves them out.
 */
export async function storeEnumerations(): Promise<void> {
  const quiet = { quiet: true }
  const [{ basics, tree }, regions] = await Promise.all([call(basicsInfo, quiet), call(regionTree, quiet)])
  const types = Object.fromEntries(typeLists.map((key) => [key, basics[key] ?? []]))
  write('enums', basics)
  write('enumsMap', mapLists(basics, namesOf))
  write('treeEnums', tree)
  write('typeData', types)
  write('dataType', mapLists(types, namesOf))
  write('allRegion', regionOptions(regions))
}
