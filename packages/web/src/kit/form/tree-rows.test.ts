import { expect, it } from 'vitest'
import { flatten, matching, possibleParents, treeOf } from './tree-rows'

const rows = [
  { id: 1, parentId: null, name: '发动机' },
  { id: 2, parentId: 1, name: '滤清器' },
  { id: 3, parentId: 2, name: '机油滤清器' },
  { id: 4, parentId: null, name: '底盘' },
  { id: 5, parentId: 99, name: '孤儿' },
]
const tree = treeOf(rows)
const ids = (nodes: readonly { row: { id: number } }[]) => nodes.map(({ row }) => row.id)

it('builds the tree in the order of the rows; a row with an unknown parent is not lost', () => {
  expect(ids(tree)).toEqual([1, 4, 5])
  expect(flatten(tree).map(({ row, depth }) => `${row.id}@${depth}`)).toEqual(['1@1', '2@2', '3@3', '4@1', '5@1'])
})

it('moves no row under itself and grows no branch too deep', () => {
  expect(ids(possibleParents(tree, 4, 2))).toEqual([1, 4, 5])
  expect(ids(possibleParents(tree, 3, 1))).toEqual([])
  expect(ids(possibleParents(tree, 4, 1))).toEqual([4, 5])
  expect(ids(possibleParents(tree, 3))).toEqual([1, 2, 4, 5])
})

it('finds nodes with the way to them', () => {
  expect([...matching(tree, (row) => row.name, '机油')].sort()).toEqual([1, 2, 3])
  expect(matching(tree, (row) => row.name, '没有').size).toBe(0)
})
