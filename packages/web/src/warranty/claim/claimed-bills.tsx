import type { DataOf } from '@chepu/contract/kernel/route'
import { oldPartStates } from '@chepu/contract/warranty/old-part'
import { claimOldParts } from '@chepu/contract/warranty/warranty-claim'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { useDocumentMeta, useHeader } from '../../kit/document/document-context'
import { useDialog } from '../../kit/ui/use-dialog'
import { type NamedBill, BillTable } from '../claim-documents/bill-table'
import { ChooseBills } from './choose-dialog'
import type { ClaimStore } from './claim-store'

type OldPart = DataOf<typeof claimOldParts>[number]
const dayOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The bills of a claim, with what became of each, and where its old parts are. */
export function ClaimedBills({ store }: { store: ClaimStore }) {
  const { id } = useDocumentMeta()
  const { fromDay, toDay } = useHeader()
  const [choose, dialog] = useDialog(ChooseBills)
  const found = useCall(claimOldParts, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const doChoose = async (manufacturerId: number, taken: ReadonlySet<number>) => {
    const chosen = await choose({ manufacturerId, fromDay: dayOf(fromDay), toDay: dayOf(toDay), taken })
    if (chosen) store.add(chosen)
  }
  const partsOf = (line: NamedBill) => (
    <Parts parts={(found.data ?? []).filter(({ billId }) => billId === line.billId)} />
  )
  return (
    <>
      <BillTable
        section={store.bills}
        onChoose={doChoose}
        onRemove={(key) => store.bills.lines.remove([key])}
        column={{ title: '旧件', show: partsOf }}
      />
      {dialog}
    </>
  )
}

function Parts({ parts }: { parts: readonly OldPart[] }) {
  const { open } = useTabs()
  return (
    <div className="wc-parts">
      {parts.map(({ id, tagNo, partName, state, place, returnNo }) => (
        <button
          key={id}
          type="button"
          className="kit-link"
          title={partName}
          onClick={() => open(`/oldPart?tag=${encodeURIComponent(tagNo)}`)}
        >
          {tagNo} {[oldPartStates[state], place, returnNo].filter(Boolean).join(' ')}
        </button>
      ))}
    </div>
  )
}
