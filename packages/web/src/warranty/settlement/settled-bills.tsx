import { useDialog } from '../../kit/ui/use-dialog'
import { BillTable } from '../claim-documents/bill-table'
import { ChooseBills } from './choose-dialog'
import { partsText } from './parts-text'
import type { SettlementStore } from './settlement-store'

/** The bills of a settlement, with what each still waits for. */
export function SettledBills({ store }: { store: SettlementStore }) {
  const [choose, dialog] = useDialog(ChooseBills)
  const doChoose = async (partnerId: number, taken: ReadonlySet<number>) => {
    const chosen = await choose({ partnerId, taken })
    if (chosen) store.add(chosen)
  }
  return (
    <>
      <BillTable section={store.bills} onChoose={doChoose} onRemove={(key) => store.remove(key)} noteOf={partsText} />
      {dialog}
    </>
  )
}
