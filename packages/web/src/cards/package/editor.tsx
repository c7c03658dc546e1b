import { cardPackageButtons } from '@chepu/contract/cards/buttons'
import { type CardPackageView, cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { searchCardPackages } from '@chepu/contract/cards/lookups'
import { packageStates } from '@chepu/contract/cards/words'
import { useSession } from '../../kit/base/session'
import { MasterEditor } from '../../kit/form/master-editor'
import type { MasterField } from '../../kit/form/master-form'
import { packageColumns, PackageLines } from './lines'
import { ShopsField } from './shops-field'

const fields: MasterField[] = [
  { name: 'code', title: '编码', help: '空白时自动生成' },
  { name: 'name', title: '名称', required: true },
  { name: 'salePrice', title: '售价', kind: 'decimal', required: true },
  { name: 'validDays', title: '有效期(天)', kind: 'integer', help: '从售出之日起；空白为长期' },
  {
    name: 'orgIds',
    title: '适用门店',
    initial: [],
    render: (control) => <ShopsField {...control} />,
    help: '在哪些门店销售，不选为全部门店',
  },
  { name: 'isVehicleBound', title: '限定车辆', kind: 'switch', initial: false, help: '只能用于购买时指定的一辆车' },
  { name: 'remark', title: '备注' },
  {
    name: 'lines',
    title: '套餐内容',
    wide: true,
    columns: packageColumns,
    initial: [],
    render: (control) => <PackageLines {...control} />,
    help: '售价按次数×单次原价分摊到各行，尾差计入最后一行；核销时每次按单次分摊价确认收入',
  },
]

const StateNote = ({ state }: CardPackageView) => (
  <span className={`kit-tag kit-tag-${state === 'active' ? 'green' : 'grey'}`}>{packageStates[state]}</span>
)

/** 新增套餐 and what of one may be changed: what it holds, and what each use is worth (business/cards 2). */
export default function CardPackageEditor() {
  const { has } = useSession()
  return (
    <MasterEditor<CardPackageView>
      title="套餐"
      tabs={[{ key: 'basic', title: '套餐', fields }]}
      read={cardPackageRoutes.read}
      save={cardPackageRoutes.save}
      refresh={[cardPackageRoutes.list, cardPackageRoutes.totals, searchCardPackages]}
      mayAdd={has(cardPackageButtons.add)}
      mayUpdate={() => has(cardPackageButtons.update)}
      also={{
        label: '启用',
        with: { activate: true },
        isOffered: (row) => has(cardPackageButtons.enable) && row?.state !== 'active',
      }}
      note={StateNote}
      labelOf={(row) => row.code}
    />
  )
}
