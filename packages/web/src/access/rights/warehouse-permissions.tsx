import { userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import { everyWarehouseFlag, warehouseFlags } from '@chepu/contract/kernel/warehouse-flags'
import { Button, Tag } from 'antd'
import { useState } from 'react'
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
import { type FlagsEdit, type Matrix, useFlags } from './warehouse-flags'
import { useSave } from '../use-save'
import { useUnsaved } from '../../kit/ui/use-unsaved'

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

function Editor(props: {
  matrix: Matrix
  orgs: readonly { value: number; label: string }[]
  onOrg: (id: number) => void
  onReload: () => Promise<unknown>
}) {
  const { matrix } = props
  const edit = useFlags(matrix)
  const { mayEdit, changed, isOpen } = edit
  const [search, setSearch] = useState('')
  const [target, setTarget] = useState<number>()
  const { leave, question } = useUnsaved(changed.length > 0)
  const reload = async () => {
    await props.onReload()
    edit.giveUp()
  }
  const saving = useSave(async () => {
    const users = edit.body()
    await call(userWarehouseRoutes.save, { body: { orgId: matrix.orgId, users }, quiet: true })
    await reload()
    toast.success(`已保存，已通知${users.length}名用户`)
  })
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
              onChange={(id) => {
                if (id === undefined || target === undefined) return
                edit.copy(id, target)
                setTarget(undefined)
              }}
            />
          </>
        )}
        {changed.length > 0 && <Tag color="warning">{changed.length}名用户未保存</Tag>}
      </div>
      <SaveFailure failure={saving.failure} isStale={saving.isStale} onReload={() => void reload()} />
      {matrix.warehouses.length === 0 ? (
        <p className="dt-placeholder">该企业还没有仓库</p>
      ) : (
        <FlagsTable matrix={matrix} shown={shown} edit={edit} />
      )}
      {question}
    </div>
  )
}

/** A tick for each user, warehouse and flag; the arrows go from one to the next. */
function FlagsTable({ matrix, shown, edit }: { matrix: Matrix; shown: Matrix['users']; edit: FlagsEdit }) {
  return (
    <div className="ac-matrix" onKeyDown={moveInMatrix}>
      <table aria-label="仓库权限">
        <thead>
          <tr>
            <th rowSpan={2} className="ac-stub" scope="col">
              用户
            </th>
            {matrix.warehouses.map((warehouse) => (
              <th key={warehouse.id} colSpan={everyWarehouseFlag.length} scope="colgroup">
                {warehouse.name}
                {!warehouse.isActive && <small>已停用</small>}
              </th>
            ))}
          </tr>
          <tr>
            {matrix.warehouses.flatMap(({ id }) =>
              everyWarehouseFlag.map((flag) => (
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
                everyWarehouseFlag.map((flag, f) => {
                  const { on, isChanged, locked } = edit.look(user, warehouse.id, flag)
                  return (
                    <td key={`${warehouse.id}/${flag}`} className={isChanged ? 'ac-cell is-changed' : 'ac-cell'}>
                      <label>
                        <input
                          type="checkbox"
                          aria-label={`${user.realName} ${warehouse.name} ${warehouseFlags[flag]}`}
                          data-row={row}
                          data-column={w * everyWarehouseFlag.length + f}
                          checked={on}
                          disabled={locked}
                          onChange={(event) => edit.set(user, warehouse.id, flag, event.target.checked)}
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
  )
}
