import { authButtons, type userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import { everyWarehouseFlag, type WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'
import type { DataOf } from '@chepu/contract/kernel/route'
import { useMemo, useState } from 'react'
import { useSession } from '../../kit/base/session'

export type Matrix = DataOf<typeof userWarehouseRoutes.read>
type User = Matrix['users'][number]

/** Flags by `user/warehouse`. */
type Cells = ReadonlyMap<string, ReadonlySet<WarehouseFlag>>

const cellsOf = ({ users }: Matrix): Cells =>
  new Map(
    users.flatMap((user) =>
      user.cells.map((cell) => [`${user.userId}/${cell.warehouseId}`, new Set(cell.flags)] as const),
    ),
  )
/** What was changed and not saved, upon the versions that the changes began with. */
interface Edits {
  cells: Cells
  versions: ReadonlyMap<number, number>
}
const noEdits: Edits = { cells: new Map(), versions: new Map() }
const none: ReadonlySet<WarehouseFlag> = new Set()
const textOf = (held: ReadonlySet<WarehouseFlag> = none) => everyWarehouseFlag.filter((flag) => held.has(flag)).join()

/** Who may do anything in a warehouse may also look; who may not look may do nothing. */
function withFlag(held: ReadonlySet<WarehouseFlag>, flag: WarehouseFlag, on: boolean) {
  if (on) return new Set([...held, flag, 'view' as const])
  return flag === 'view' ? new Set<WarehouseFlag>() : new Set([...held].filter((each) => each !== flag))
}

/** The matrix as it is edited. It follows every new reading; what was changed here stays until it is saved or given up. */
export function useFlags(matrix: Matrix) {
  const { has } = useSession()
  const start = useMemo(() => cellsOf(matrix), [matrix])
  const [edits, setEdits] = useState(noEdits)
  const mayEdit = has(authButtons.warehouse)
  const mine = useMemo(
    () => new Map(matrix.grantable.map((each) => [each.warehouseId, new Set(each.flags)])),
    [matrix.grantable],
  )
  const keyOf = (user: User, warehouseId: number) => `${user.userId}/${warehouseId}`
  const heldIn = (key: string) => edits.cells.get(key) ?? start.get(key) ?? none
  const isChanged = (key: string) => textOf(heldIn(key)) !== textOf(start.get(key))
  const changed = matrix.users.filter((user) => matrix.warehouses.some(({ id }) => isChanged(keyOf(user, id))))
  const isOpen = (user: User) => mayEdit && !user.isProtected && !user.hasAll
  const mayGive = (warehouseId: number, flag: WarehouseFlag, key: string) =>
    mine.get(warehouseId)?.has(flag) === true || start.get(key)?.has(flag) === true
  const change = (user: User, changed: Iterable<readonly [string, ReadonlySet<WarehouseFlag>]>) =>
    setEdits(({ cells, versions }) => ({
      cells: new Map([...cells, ...changed]),
      versions: new Map(versions).set(user.userId, versions.get(user.userId) ?? user.version),
    }))
  return {
    mayEdit,
    /** Users with something unsaved. */
    changed,
    isOpen,
    /** How one tick stands. */
    look: (user: User, warehouseId: number, flag: WarehouseFlag) => {
      const key = keyOf(user, warehouseId)
      const on = user.hasAll || heldIn(key).has(flag)
      return {
        on,
        isChanged: !user.hasAll && on !== (start.get(key)?.has(flag) === true),
        locked: !isOpen(user) || (!on && !mayGive(warehouseId, flag, key)),
      }
    },
    set: (user: User, warehouseId: number, flag: WarehouseFlag, on: boolean) => {
      const key = keyOf(user, warehouseId)
      change(user, [[key, withFlag(heldIn(key), flag, on)]])
    },
    /** 复制自用户: his row in the place of the other's, as far as the caller may give it. */
    copy: (from: number, to: number) => {
      const user = matrix.users.find((each) => each.userId === to)
      if (!user) return
      const row = matrix.warehouses.map(({ id }) => {
        const key = keyOf(user, id)
        return [key, new Set([...heldIn(`${from}/${id}`)].filter((flag) => mayGive(id, flag, key)))] as const
      })
      change(user, row)
    },
    giveUp: () => setEdits(noEdits),
    /** The changed users as they are saved. */
    body: () =>
      changed.map((user) => ({
        userId: user.userId,
        version: edits.versions.get(user.userId) ?? user.version,
        cells: matrix.warehouses
          .filter(({ id }) => isChanged(keyOf(user, id)))
          .map(({ id }) => ({ warehouseId: id, flags: [...heldIn(keyOf(user, id))] })),
      })),
  }
}

export type FlagsEdit = ReturnType<typeof useFlags>
