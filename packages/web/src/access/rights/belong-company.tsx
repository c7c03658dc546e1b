import { membershipRoutes, type MembershipRow, userButtons, userRoutes } from '@chepu/contract/access/user'
import { day, id } from '@chepu/contract/kernel/scalars'
import { Button } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import { call } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { Confirm } from '../../kit/ui/confirm'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { FormDialog } from '../../kit/form/form-dialog'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { MasterField } from '../../kit/form/master-form'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import '../access.css'
import { EmployeeSelect, RolesSelect } from './employee-select'
import { useReach } from './reach'
import { byId } from '../../kit/form/select-options'

const columns: Column<MembershipRow>[] = [
  { key: 'username', title: '用户名', width: 120 },
  { key: 'realName', title: '用户', width: 100, isKey: true },
  { key: 'orgName', title: '企业', width: 180, isKey: true },
  { key: 'roleNames', title: '在该企业的角色', width: 180, sort: false },
  { key: 'employeeName', title: '员工', width: 100, sort: false },
  { key: 'isDefault', title: '默认', kind: 'flag', sort: false },
  { key: 'startsOn', title: '生效日', kind: 'date' },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
]

type Open = { kind: 'add' } | { kind: 'change' | 'remove' | 'enable'; row: MembershipRow }

/** 所属企业 (business/access 3.9). */
export default function BelongCompany() {
  const { has } = useSession()
  const initial = useScreenParams()
  const { orgs } = useReach()
  const [open, setOpen] = useState<{ what: Open; list: ListApi<MembershipRow> }>()
  const close = () => setOpen(undefined)
  const save = async (list: ListApi<MembershipRow> | undefined, body: object) => {
    await call(membershipRoutes.save, { body: body as never })
    saved(list)
  }
  const saved = (list: ListApi<MembershipRow> | undefined) => {
    toast.success('已保存')
    list?.refresh()
  }
  const done = () => {
    saved(open?.list)
    close()
  }
  const keyOf = ({ userId, orgId, version }: MembershipRow) => ({ userId, orgId, version })
  const actions = (row: MembershipRow, list: ListApi<MembershipRow>): RowAction[] => {
    if (row.isProtected || !has(userButtons.update)) return []
    const on = (kind: 'change' | 'remove' | 'enable') => () => setOpen({ what: { kind, row }, list })
    const makeDefault = () => void save(list, { action: 'default', ...keyOf(row) }).catch(() => undefined)
    return [
      { key: 'change', label: '修改', run: on('change') },
      ...(row.isDefault ? [] : [{ key: 'default', label: '设默认', run: makeDefault }]),
      { key: 'enable', label: row.isActive ? '停用' : '启用', danger: row.isActive, run: on('enable') },
      { key: 'remove', label: '移除', danger: true, run: on('remove') },
    ]
  }
  const toolbar = (list: ListApi<MembershipRow>) =>
    has(userButtons.update) && (
      <Button size="small" type="primary" onClick={() => setOpen({ what: { kind: 'add' }, list })}>
        添加
      </Button>
    )
  const what = open?.what
  return (
    <>
      <ListPage<MembershipRow>
        name="belongCompany"
        title="所属企业"
        list={membershipRoutes.list}
        totals={membershipRoutes.totals}
        columns={columns}
        keyOf={(row) => row.key}
        initial={initial}
        rowClass={(row) => (row.isActive ? undefined : 'is-off')}
        rowActions={actions}
        toolbar={toolbar}
      >
        <TextFilter name="q" title="用户" search placeholder="用户名 / 姓名" />
        <SelectFilter name="orgId" title="企业" options={byId(orgs)} />
        <SelectFilter {...activeFilter} />
      </ListPage>
      {what?.kind === 'add' && <AddDialog onSaved={done} onClose={close} />}
      {what?.kind === 'change' && (
        <FormDialog
          title={`修改：${what.row.realName}在${what.row.orgName}`}
          fields={[employeeField(what.row), startField]}
          schema={z.object({ employeeId: id.nullable(), startsOn: day.nullable() })}
          preset={{ employeeId: what.row.employeeId, startsOn: what.row.startsOn }}
          onSave={(body: object) => ({
            route: membershipRoutes.save,
            body: { action: 'change', ...keyOf(what.row), ...body } as never,
          })}
          onSaved={done}
          onClose={close}
        />
      )}
      {what?.kind === 'enable' && (
        <Confirm
          title={what.row.isActive ? '停用' : '启用'}
          okText={what.row.isActive ? '停用' : '启用'}
          danger={what.row.isActive}
          run={() => save(open?.list, { action: 'enable', ...keyOf(what.row), isActive: !what.row.isActive })}
          onClose={close}
        >
          {what.row.isActive
            ? `停用后“${what.row.realName}”不能再进入“${what.row.orgName}”，正在其中工作的立即退出。`
            : `启用后“${what.row.realName}”可以进入“${what.row.orgName}”。`}
        </Confirm>
      )}
      {what?.kind === 'remove' && (
        <Confirm
          title="移除"
          okText="移除"
          danger
          run={() => save(open?.list, { action: 'remove', ...keyOf(what.row) })}
          onClose={close}
        >
          移除后“{what.row.realName}”在“{what.row.orgName}”的角色、授权和仓库权限一并清除，正在其中工作的立即退出。
        </Confirm>
      )}
    </>
  )
}

const startField: MasterField = { name: 'startsOn', title: '生效日', kind: 'date', help: '空为立即生效' }

const employeeField = (row: MembershipRow): MasterField => ({
  name: 'employeeId',
  title: '员工',
  initial: null,
  render: (control) => (
    <EmployeeSelect
      control={control}
      orgId={row.orgId}
      own={row.employeeId === null ? undefined : { id: row.employeeId, name: row.employeeName }}
    />
  ),
})

const addSchema = z.object({
  userId: id,
  orgId: id,
  employeeId: id.nullable(),
  startsOn: day.nullable(),
  roleIds: z.array(id),
})

function AddDialog(props: { onSaved: () => void; onClose: () => void }) {
  const { orgs } = useReach()
  const { has, orgId } = useSession()
  const users = useCall(userRoutes.list, { query: { rows: 1000, active: 'true' } })
  const userOptions = Object.fromEntries(
    (users.data?.rows ?? [])
      .filter((user) => !user.isProtected)
      .map((user) => [String(user.id), `${user.realName} ${user.username}`]),
  )
  const fields: MasterField[] = [
    { name: 'userId', title: '用户', kind: 'select', numeric: true, required: true, options: userOptions },
    {
      name: 'orgId',
      title: '企业',
      kind: 'select',
      numeric: true,
      required: true,
      options: byId(orgs),
      initial: orgId,
    },
    {
      name: 'employeeId',
      title: '员工',
      initial: null,
      render: (control) => <EmployeeSelect control={control} orgId={(control.values['orgId'] as number) ?? orgId} />,
    },
    startField,
    {
      name: 'roleIds',
      title: '在该企业的角色',
      wide: true,
      initial: [],
      render: (control) => <RolesSelect control={control} disabled={!has(userButtons.grant)} />,
    },
  ]
  return (
    <FormDialog
      title="添加所属企业"
      fields={fields}
      schema={addSchema}
      onSave={(body: object) => ({ route: membershipRoutes.save, body: { action: 'add', ...body } as never })}
      onSaved={props.onSaved}
      onClose={props.onClose}
    />
  )
}
