import { orgButtons, type OrgRow, orgRoutes, orgStatuses, shopRoutes, taxpayerKinds } from '@chepu/contract/access/org'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { Confirm } from '../../kit/ui/confirm'
import { ListPage } from '../../kit/list/list-page'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import type { FilterState } from '../../kit/list/use-filters'
import type { ListRoute, TotalsRoute } from '../../kit/list/use-list'
import { AbdicationDialog } from './abdication-dialog'
import { ConfigDrawer } from './config-drawer'
import { MenuDialog } from './menu-dialog'

const month = (value: number | null) =>
  value === null ? '' : `${Math.floor(value / 100)}-${String(value % 100).padStart(2, '0')}`

const columns: Column<OrgRow>[] = [
  { key: 'code', title: '编码', width: 44, isKey: true },
  { key: 'name', title: '名称', width: 116, isKey: true },
  { key: 'status', title: '状态', labels: orgStatuses, width: 46, sort: false, isKey: true },
  { key: 'orgTypeName', title: '类型', width: 64, isKey: true },
  { key: 'parentName', title: '上级', width: 108, sort: false, isKey: true },
  { key: 'companyName', title: '主体', width: 108, sort: false, isKey: true },
  { key: 'regionName', title: '地区', width: 108, sort: false, isKey: true },
  { key: 'manager', title: '负责人', width: 54, sort: false, isKey: true },
  { key: 'tel', title: '电话', width: 92, sort: false, isKey: true },
  { key: 'startMonth', title: '启用日期', width: 64, render: (row) => month(row.startMonth), isKey: true },
  { key: 'closedMonth', title: '结账月', width: 58, render: (row) => month(row.closedMonth), isKey: true },
  { key: 'adminName', title: '管理员', width: 60, sort: false },
  { key: 'userCount', title: '用户数', kind: 'count', sort: false, width: 56 },
  { key: 'storeTypeName', title: '门店类型', width: 90, sort: false, hidden: true },
  { key: 'shortName', title: '简称', width: 100, sort: false, hidden: true },
  { key: 'taxpayerKind', title: '税务类型', labels: taxpayerKinds, width: 100, sort: false, hidden: true },
  { key: 'address', title: '地址', width: 200, sort: false, hidden: true },
  { key: 'businessHours', title: '营业时间', width: 100, sort: false, hidden: true },
  { key: 'bayCount', title: '工位数', kind: 'count', sort: false, hidden: true },
  { key: 'remark', title: '备注', width: 160, sort: false, hidden: true },
]

type Open = { kind: 'config' | 'menu' | 'abdicate' | 'enable'; row: OrgRow }

/** Organisations with everything that may be done to one; 企业管理 and 门店管理 share it. */
export function OrgList(props: {
  name: string
  title: string
  list: ListRoute<OrgRow>
  totals: TotalsRoute
  filterState?: FilterState
  addButton: number
  children: ReactNode
}) {
  const { has } = useSession()
  const { open: openTab } = useTabs()
  const [open, setOpen] = useState<Open>()
  const refreshCalls = useRefreshCalls()
  const refresh = () =>
    refreshCalls(orgRoutes.list, orgRoutes.totals, orgRoutes.nodes, orgRoutes.read, shopRoutes.list, shopRoutes.totals)
  const edit = (row: OrgRow) => openTab({ key: 'editShop', params: { id: row.id }, title: `编辑门店-${row.name}` })
  const add = (parentId?: number) => openTab({ key: 'newShop', params: { parentId }, title: '新建门店' })
  const rowActions = (row: OrgRow) => {
    const may = (button: number) => row.buttons.includes(button)
    return [
      ...(may(orgButtons.update) ? [{ key: 'edit', label: '修改', run: () => edit(row) }] : []),
      ...(may(orgButtons.config)
        ? [{ key: 'config', label: '参数设置', run: () => setOpen({ kind: 'config', row }) }]
        : []),
      ...(has(orgButtons.add) && row.isActive ? [{ key: 'add', label: '新增下级', run: () => add(row.id) }] : []),
      ...(may(orgButtons.config)
        ? [{ key: 'menu', label: '菜单开关', run: () => setOpen({ kind: 'menu', row }) }]
        : []),
      ...(may(orgButtons.abdicate) && row.isActive
        ? [{ key: 'abdicate', label: '管理员移交', run: () => setOpen({ kind: 'abdicate', row }) }]
        : []),
      ...(may(orgButtons.disable)
        ? [
            {
              key: 'enable',
              label: row.isActive ? '停用' : '启用',
              danger: row.isActive,
              run: () => setOpen({ kind: 'enable', row }),
            },
          ]
        : []),
    ]
  }
  const close = () => setOpen(undefined)
  const enable = async (row: OrgRow) => {
    await call(orgRoutes.enable, { params: { id: row.id }, body: { isActive: !row.isActive, version: row.version } })
    toast.success(row.isActive ? '已停用' : '已启用')
    refresh()
  }
  return (
    <>
      <ListPage<OrgRow>
        name={props.name}
        title={props.title}
        list={props.list}
        totals={props.totals}
        columns={columns}
        {...(props.filterState ? { filterState: props.filterState } : {})}
        {...(has(orgButtons.update) ? { onOpen: edit } : {})}
        rowActions={rowActions}
        rowClass={(row) => (row.isActive ? undefined : 'is-off')}
        toolbar={
          has(props.addButton) && (
            <Button size="small" type="primary" onClick={() => add()}>
              新建{props.title}
            </Button>
          )
        }
      >
        {props.children}
      </ListPage>
      {open?.kind === 'config' && <ConfigDrawer org={open.row} onSaved={refresh} onClose={close} />}
      {open?.kind === 'menu' && <MenuDialog org={open.row} onClose={close} />}
      {open?.kind === 'abdicate' && <AbdicationDialog org={open.row} onSaved={refresh} onClose={close} />}
      {open?.kind === 'enable' && (
        <Confirm
          title={`${open.row.isActive ? '停用' : '启用'}企业`}
          okText={open.row.isActive ? '停用' : '启用'}
          danger={open.row.isActive}
          run={() => enable(open.row)}
          onClose={close}
        >
          {open.row.isActive
            ? `停用“${open.row.name}”后，正在该企业工作的用户会立即退出，任何人都不能再进入；单据和账目保留。`
            : `启用后，“${open.row.name}”的用户可以重新进入。`}
        </Confirm>
      )}
    </>
  )
}
