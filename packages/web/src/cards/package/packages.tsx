import { cardPackageButtons } from '@chepu/contract/cards/buttons'
import { type CardPackageRow, cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { searchCardPackages } from '@chepu/contract/cards/lookups'
import { packageStates } from '@chepu/contract/cards/words'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { MasterPage } from '../../kit/form/master-page'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import type { ListApi } from '../../kit/list/list-page'

const columns: Column<CardPackageRow>[] = [
  { key: 'code', title: '编码', width: 84, isKey: true },
  { key: 'name', title: '名称', width: 200, isKey: true },
  { key: 'salePrice', title: '售价', kind: 'money', total: false, isKey: true },
  { key: 'lineCount', title: '项目数', kind: 'count', total: false, sort: false },
  {
    key: 'validDays',
    title: '有效期(天)',
    kind: 'count',
    total: false,
    width: 80,
    missing: '长期',
    isKey: true,
  },
  { key: 'orgNames', title: '适用门店', width: 180, sort: false, render: ({ orgNames }) => orgNames || '全部门店' },
  { key: 'soldCount', title: '已售', kind: 'count', total: false, sort: false },
  { key: 'inUseCount', title: '在用', kind: 'count', total: false, sort: false },
  { key: 'state', title: '状态', labels: packageStates, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

/** 套餐 (business/cards 2). The editor is a page of its own. */
export function CardPackages() {
  const { has } = useSession()
  const { open } = useTabs()
  const show = (id: number, code?: string) =>
    open({ key: 'cardPackageAdd', params: { id }, title: code ? `套餐-${code}` : '套餐' })
  const copy = async (row: CardPackageRow, list: ListApi<CardPackageRow>) => {
    const { id } = await call(cardPackageRoutes.copy, { params: { id: row.id } })
    list.refresh()
    show(id)
  }
  return (
    <MasterPage<CardPackageRow>
      name="cardPackages"
      title="套餐"
      routes={cardPackageRoutes}
      buttons={{ add: cardPackageButtons.add, enable: cardPackageButtons.enable }}
      columns={columns}
      fields={[]}
      labelOf={(row) => row.name}
      refresh={[cardPackageRoutes.read, searchCardPackages]}
      onOpen={(row) => show(row.id, row.code)}
      onNew={() => open({ key: 'cardPackageAdd', params: { new: 1 }, title: '新增套餐' })}
      rowActions={(row, list) => [
        ...(has(cardPackageButtons.update)
          ? [{ key: 'adjust', label: '调整', run: () => show(row.id, row.code) }]
          : []),
        ...(has(cardPackageButtons.add)
          ? [{ key: 'copy', label: '复制', run: () => void copy(row, list).catch(() => undefined) }]
          : []),
      ]}
    >
      <TextFilter name="q" title="名称" search placeholder="编码 / 名称 / 拼音" />
      <SelectFilter name="state" title="状态" options={packageStates} />
    </MasterPage>
  )
}
