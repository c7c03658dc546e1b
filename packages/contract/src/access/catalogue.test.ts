import { describe, expect, it } from 'vitest'
import { permissionGroups } from './catalogue'

const ids = permissionGroups.flatMap((group) => [group.pageId, ...group.actions.map(({ id }) => id)])
const repeated = <Item>(items: readonly Item[]) => items.filter((item, i) => items.indexOf(item) !== i)

describe('the catalogue of permissions', () => {
  it('gives every page and every action an id of its own', () => {
    expect(repeated(ids)).toEqual([])
    expect(ids.filter((id) => !Number.isSafeInteger(id) || id < 1)).toEqual([])
  })

  it('has no key twice, and a label for every action', () => {
    expect(repeated(permissionGroups.map(({ key }) => key))).toEqual([])
    const unnamed = permissionGroups.flatMap((group) => group.actions.filter(({ label }) => !label))
    expect(unnamed).toEqual([])
  })
})
