import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { isZero } from '@chepu/contract/kernel/decimal'
import { Alert, Button } from 'antd'
import { useMemo, useState } from 'react'
import { moneyText, text } from '../../kit/base/format'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { documentPath } from '../../kit/document/document-screens'
import { Figure } from '../../kit/document/figure'
import type { Begin } from '../../kit/document/use-document'
import { useDialog } from '../../kit/ui/use-dialog'
import { fieldsOf } from '../../pickers/fields'
import { useFigures } from '../claim-documents/use-figures'
import { AppealDialog } from './appeal-dialog'
import { ClaimDialog } from './claim-dialog'
import { VerdictStore } from './verdict-store'
import { VerdictTable } from './verdict-table'

const { DayField, EmployeeField, TextField } = fieldsOf(claimConfirmation)

/** 厂家确认单: what a manufacturer answers to a claim, line by line (business/three-guarantees 5). */
export default function ClaimConfirmationEditor() {
  const { claimId } = useScreenParams()
  const [store] = useState(() => new VerdictStore())
  const [begin] = useState((): Begin => async (_start, signal) => {
    const id = Number.parseInt(claimId ?? '', 10)
    if (!(id > 0)) return false
    await store.beginWith(id, signal)
    return true
  })
  const [openAppeal, appealDialog] = useDialog(AppealDialog)
  const asks = useMemo(() => ({ appeal: async () => openAppeal(store.verdicts.lines.filled()) }), [store, openAppeal])
  return (
    <>
      <DocumentEditor
        document={claimConfirmation}
        store={store.editor}
        begin={begin}
        asks={asks}
        totals={<Totals store={store} />}
      >
        <HeaderFields>
          <DayField name="bizDate" />
          <TextField name="manufacturerNo" />
          <EmployeeField name="handlerId" />
          <TextField name="remark" span={2} />
        </HeaderFields>
        <OfClaim store={store} />
        <VerdictTable store={store} />
      </DocumentEditor>
      {appealDialog}
    </>
  )
}

/** The claim that is answered; without one it is chosen. */
function OfClaim({ store }: { store: VerdictStore }) {
  const { readOnly } = useEditor()
  const { claimId, claimNo, partnerName } = useHeader()
  const { open } = useTabs()
  const [choose, dialog] = useDialog(ClaimDialog)
  const doChoose = async () => {
    const claim = await choose({})
    if (!claim) return
    const count = await store.beginWith(claim.id)
    if (count === 0) toast.error(`索赔单 ${claim.billNo} 没有待确认的明细`)
  }
  const path = typeof claimId === 'number' ? documentPath('warranty_claim', claimId) : undefined
  return (
    <>
      {path ? (
        <p className="de-count">
          索赔单{' '}
          <button type="button" className="kit-link" onClick={() => open(path)}>
            {text(claimNo)}
          </button>
          　厂家 {text(partnerName)}
        </p>
      ) : (
        !readOnly && (
          <Alert
            type="info"
            showIcon
            title="请选择厂家已答复的索赔单"
            action={
              <Button size="small" type="primary" onClick={() => void doChoose().catch(() => undefined)}>
                选索赔单
              </Button>
            }
          />
        )
      )}
      {dialog}
    </>
  )
}

function Totals({ store }: { store: VerdictStore }) {
  const sums = useFigures(store)
  return (
    <div className="de-totals" aria-label="合计">
      <Figure title="申报额" value={moneyText(sums.claimed)} />
      {!isZero(sums.customer) && <Figure title="客户承担" value={moneyText(sums.customer)} />}
      <Figure title="确认额" value={moneyText(sums.confirmed)} strong />
    </div>
  )
}
