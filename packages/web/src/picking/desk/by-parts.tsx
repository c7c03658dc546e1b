import { button } from '@chepu/contract/access/catalogue'
import { pickingByParts, type WaitingPartRow } from '@chepu/contract/picking/desk'
import { picking } from '@chepu/contract/picking/picking'
import { useSession } from '../../kit/base/session'
import { listOf } from '../../kit/list/columns'
import { TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { useScreenParams } from '../../kit/base/tabs'
import { useDialog } from '../../kit/ui/use-dialog'
import { WarehouseFilter } from '../../pickers/filters'
import { IssueDialog } from './issue-dialog'

const list = listOf(pickingByParts)

/** 按配件领料 (business/repair 5.5): who waits for a part, the oldest first. */
export default function PickingByParts() {
  const { has } = useSession()
  const initial = useScreenParams()
  const [issue, dialog] = useDialog(IssueDialog)
  const take = async ({ orderId, billNo, lineId }: WaitingPartRow, { refresh }: ListApi<WaitingPartRow>) => {
    if (await issue({ orderId, billNo, lineId })) refresh()
  }
  return (
    <>
      <ListPage<WaitingPartRow>
        {...list}
        export={has(button('picking', 'export')) ? list.export : undefined}
        name="pickingByParts"
        nothing="没有等待领料的配件"
        initial={initial}
        keyOf={(row) => row.lineId}
        rowActions={(row, api) => [
          { key: 'issue', label: has(picking.buttons.add) ? '领料' : '查看', run: () => void take(row, api) },
        ]}
      >
        <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" search />
        <TextFilter name="order" title="工单号/车牌" />
        <WarehouseFilter name="warehouseId" />
      </ListPage>
      {dialog}
    </>
  )
}
