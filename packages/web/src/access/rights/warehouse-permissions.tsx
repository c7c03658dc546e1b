import {
  authButtons,
  userWarehouseRoutes,
  warehouseFlags,
  type WarehouseFlagKey,
} from '@chepu/contract/access/user-rights'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Button, Tag } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../kit/base/call'
import { saveOnKey } from '../../kit/form/master-form'
import { SearchInput } from '../../kit/ui/search-input'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import '../access.css'
import { moveInMatrix } from './arrow-keys'
import { BarSelect, SaveFailure } from '../bar'
import { PageState } from '../../kit/ui/page-state'
import { useReach } from './reach'
import { useSave } from '../use-save'
import { useUnsaved } from '../use-unsaved'

type Matrix = DataOf<typeof userWarehouseRoutes.read>
type User = Matrix['users'][number]

const flags = Object.keys(warehouseFlags) as WarehouseFlagKey[]

/** 仓库权限: users and warehouses of one organisation with 查看, 入库, 出库, 盘点, 调拨, 成本 (business/access 3.10, 6). */
export default function WarehousePermissions() {
  const session = useSession()
  const { options } = useReach()
  const [orgId, setOrgId] = useState(session.orgId)
  const matrix = useCall(userWarehouseRoutes.read, { query: { orgId } })
  const reload = () => matrix.refetch()
  if (!matrix.data || matrix.data.orgId !== orgId)
    return (
      <div className="lp">
        <h1 className="visually-hidden">仓库权限</h1>
        <PageState error={matrix.error} retry={() => void reload()} />
      </div>
    )
  return <Editor key={orgId} matrix={matrix.data} orgs={options} onOrg={setOrgId} onReload={reload} />
}

/** Flags by `user/warehouse`. */
type Cells = ReadonlyMap<string, ReadonlySet<WarehouseFlagKey>>

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
const none: ReadonlySet<WarehouseFlagKey> = new Set()
const textOf = (held: ReadonlySet<WarehouseFlagKey> = none) => flags.filter((flag) => held.has(flag)).join()

/** Who may do anything in a warehouse may also look; who may not look may do nothing. */
function withFlag(held: ReadonlySet<WarehouseFlagKey>, flag: WarehouseFlagKey, on: boolean) {
  if (on) return new Set([...held, flag, 'view' as const])
  return flag === 'view' ? new Set<WarehouseFlagKey>() : new Set([...held].filter((each) => each !== flag))
}

function Editor(props: {
  matrix: Matrix
  orgs: readonly { value: number; label: string }[]
  onOrg: (id: number) => void
  onReload: () => Promise<unknown>
}) {
  const { matrix } = props
  const { has } = useSession()
  const start = useMemo(() => cellsOf(matrix), [matrix])
  // The matrix follows every new reading; what was changed here stays until it is saved or given up.
  const [edits, setEdits] = useState(noEdits)
  const [search, setSearch] = useState('')
  const [target, setTarget] = useState<number>()
  const mayEdit = has(authButtons.warehouse)
  const mine = useMemo(
    () => new Map(matrix.grantable.map((each) => [each.warehouseId, new Set(each.flags)])),
    [matrix.grantable],
  )
  const keyOf = (user: User, warehouseId: number) => `${user.userId}/${warehouseId}`
  const heldIn = (key: string) => edits.cells.get(key) ?? start.get(key) ?? none
  const isChanged = (key: string) => textOf(heldIn(key)) !== textOf(start.get(key))
  const changed = matrix.users.filter((user) => matrix.warehouses.some(({ id }) => isChanged(keyOf(user, id))))
  const { leave, question } = useUnsaved(changed.length > 0)
  const isOpen = (user: User) => mayEdit && !user.isProtected && !user.hasAll
  const mayGive = (warehouseId: number, flag: WarehouseFlagKey, key: string) =>
    mine.get(warehouseId)?.has(flag) === true || start.get(key)?.has(flag) === true
  const change = (user: User, changed: Iterable<readonly [string, ReadonlySet<WarehouseFlagKey>]>) =>
    setEdits(({ cells, versions }) => ({
      cells: new Map([...cells, ...changed]),
      versions: new Map(versions).set(user.userId, versions.get(user.userId) ?? user.version),
    }))

  const reload = async () => {
    await props.onReload()
    setEdits(noEdits)
  }
  const saving = useSave(async () => {
    const users = changed.map((user) => ({
      userId: user.userId,
      version: edits.versions.get(user.userId) ?? user.version,
      cells: matrix.warehouses
        .filter(({ id }) => isChanged(keyOf(user, id)))
        .map(({ id }) => ({ warehouseId: id, flags: [...heldIn(keyOf(user, id))] })),
    }))
    await call(userWarehouseRoutes.save, { body: { orgId: matrix.orgId, users }, quiet: true })
    await reload()
    toast.success(`已保存，已通知${users.length}名用户`)
  })
  /** 复制自用户: his row in the place of the chosen user's, as far as the caller may give it. */
  const copy = (from: number) => {
    const user = matrix.users.find((each) => each.userId === target)
    if (!user) return
    const row = matrix.warehouses.map(({ id }) => {
      const key = keyOf(user, id)
      return [key, new Set([...heldIn(`${from}/${id}`)].filter((flag) => mayGive(id, flag, key)))] as const
    })
    change(user, row)
    setTarget(undefined)
  }
  const shown = matrix.users.filter((user) => `${user.realName}${user.username}`.includes(search))
  const options = matrix.users.map((user) => ({
    value: user.userId,
    label: `${user.realName} ${user.username}`,
    disabled: !isOpen(user),
  }))
  const trySave = () => void (changed.length > 0 && saving.save())
  return (
    <div className="lp ac" onKeyDown={saveOnKey(trySave)}>
      <h1 className="visually-hidden">仓库权限</h1>
      <div className="lp-bar">
        <BarSelect
          title="企业"
          value={matrix.orgId}
          options={props.orgs}
          onChange={(id) => id !== undefined && leave(() => props.onOrg(id))}
          wide
        />
        {mayEdit && (
          <Button size="small" type="primary" disabled={changed.length === 0} loading={saving.busy} onClick={trySave}>
            保存
          </Button>
        )}
        <SearchInput placeholder="搜索用户" value={search} onChange={setSearch} />
        {mayEdit && (
          <>
            <BarSelect
              title="给用户"
              value={target}
              options={options}
              placeholder="选择用户"
              allowClear
              onChange={setTarget}
            />
            <BarSelect
              title="复制自用户"
              value={undefined}
              placeholder={target === undefined ? '请先选择“给用户”' : '选择用户'}
              disabled={target === undefined}
              options={options.filter((user) => user.value !== target).map(({ value, label }) => ({ value, label }))}
              onChange={(id) => id !== undefined && copy(id)}
            />
          </>
        )}
        {changed.length > 0 && <Tag color="warning">{changed.length}名用户未保存</Tag>}
      </div>
      <SaveFailure failure={saving.failure} isStale={saving.isStale} onReload={() => void reload()} />
      {matrix.warehouses.length === 0 ? (
        <p className="dt-placeholder">该企业还没有仓库</p>
      ) : (
        <div className="ac-matrix" onKeyDown={moveInMatrix}>
          <table aria-label="仓库权限">
            <thead>
              <tr>
                <th rowSpan={2} className="ac-stub" scope="col">
                  用户
                </th>
                {matrix.warehouses.map((warehouse) => (
                  <th key={warehouse.id} colSpan={flags.length} scope="colgroup">
                    {warehouse.name}
                    {!warehouse.isActive && <small>已停用</small>}
                  </th>
                ))}
              </tr>
              <tr>
                {matrix.warehouses.flatMap(({ id }) =>
                  flags.map((flag) => (
                    <th key={`${id}/${flag}`} scope="col">
                      {warehouseFlags[flag]}
                    </th>
                  )),
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((user, row) => (
                <tr key={user.userId}>
                  <th scope="row" className="ac-stub">
                    {user.realName}
                    <small>{user.hasAll ? '全部仓库' : user.username}</small>
                  </th>
                  {matrix.warehouses.flatMap((warehouse, w) =>
                    flags.map((flag, f) => {
                      const key = keyOf(user, warehouse.id)
                      const on = user.hasAll || heldIn(key).has(flag)
                      const wasOn = start.get(key)?.has(flag) === true
                      return (
                        <td
                          key={`${warehouse.id}/${flag}`}
                          className={on !== wasOn && !user.hasAll ? 'ac-cell is-changed' : 'ac-cell'}
                        >
                          <label>
                            <input
                              type="checkbox"
                              aria-label={`${user.realName} ${warehouse.name} ${warehouseFlags[flag]}`}
                              data-row={row}
                              data-column={w * flags.length + f}
                              checked={on}
                              disabled={!isOpen(user) || (!on && !mayGive(warehouse.id, flag, key))}
                              onChange={(event) =>
                                change(user, [[key, withFlag(heldIn(key), flag, event.target.checked)]])
                              }
                            />
                          </label>
                        </td>
                      )
                    }),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {question}
    </div>
  )
}
