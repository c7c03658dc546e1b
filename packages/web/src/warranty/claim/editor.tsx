import { button } from '@chepu/contract/access/catalogue'
import { claimSheet } from '@chepu/contract/warranty/claim-layout'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { Button } from 'antd'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { fetchFile } from '../../kit/base/call'
import { moneyText, text } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import type { EditorApi } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { saveFile } from '../../kit/list/use-export'
import { useDialog } from '../../kit/ui/use-dialog'
import { fieldsOf } from '../../pickers/fields'
import { useFigures } from '../claim-documents/use-figures'
import { ClaimStore } from './claim-store'
import { ClaimedBills } from './claimed-bills'
import { LayoutDrawer } from './layout-drawer'
import { SendDialog } from './send-dialog'

const { DayField, EmployeeField, PartnerField, TextField } = fieldsOf(warrantyClaim)

const sendingOf = (header: Readonly<Record<string, unknown>>) => ({
  bizDate: text(header['bizDate']),
  manufacturerNo: text(header['manufacturerNo']),
})

/** 索赔单: bills of one manufacturer that are sent together (business/three-guarantees 4). */
export default function WarrantyClaimEditor() {
  const [store] = useState(() => new ClaimStore())
  const [openSend, sendDialog] = useDialog(SendDialog)
  const [layoutOf, setLayoutOf] = useState<number>()
  const asks = useMemo(() => ({ send: async () => openSend(sendingOf(store.editor.header())) }), [store, openSend])
  const tools = (editor: EditorApi) => <Tools editor={editor} onLayout={setLayoutOf} />
  return (
    <>
      <DocumentEditor
        document={warrantyClaim}
        store={store.editor}
        asks={asks}
        totals={<Claimed store={store} />}
        toolbar={tools}
      >
        <HeaderFields>
          <PartnerField name="partnerId" role={['manufacturer', 'supplier']} />
          <DayField name="fromDay" />
          <DayField name="toDay" />
          <DayField name="bizDate" />
          <TextField name="manufacturerNo" />
          <EmployeeField name="handlerId" />
          <TextField name="remark" span={2} />
        </HeaderFields>
        <ClaimedBills store={store} />
      </DocumentEditor>
      {sendDialog}
      {layoutOf !== undefined && <LayoutDrawer manufacturerId={layoutOf} onClose={() => setLayoutOf(undefined)} />}
    </>
  )
}

function Tools({ editor, onLayout }: { editor: EditorApi; onLayout: (manufacturerId: number) => void }) {
  const { has } = useSession()
  const { open } = useTabs()
  const { id, state, partnerId, billNo } = editor
  const exported = async (claimId: number) =>
    saveFile(await fetchFile(claimSheet, { params: { id: claimId } }), `索赔单${billNo}.xlsx`)
  const isSent = state === 'sent' || state === 'answered'
  return (
    <>
      {id !== undefined && isSent && has(claimConfirmation.buttons.add) && (
        <Button size="small" onClick={() => open({ key: 'claimConfirmation', params: { new: 1, claimId: id } })}>
          录入确认
        </Button>
      )}
      {id !== undefined && state !== 'voided' && has(button('warranty_claim', 'export')) && (
        <Button size="small" onClick={() => void exported(id).catch(() => undefined)}>
          导出厂家格式
        </Button>
      )}
      {partnerId !== undefined && has(button('warranty_bill', 'policy')) && (
        <Button size="small" onClick={() => onLayout(partnerId)}>
          索赔模板
        </Button>
      )}
    </>
  )
}

function Claimed({ store }: { store: ClaimStore }) {
  const header = useSyncExternalStore(store.editor.subscribe, store.editor.header)
  const claimed = useFigures(store)
  const confirmed = header['state'] === 'draft' ? undefined : header['confirmedAmount']
  const sentOn = header['sentOn']
  return (
    <div className="de-totals" aria-label="合计">
      {typeof sentOn === 'string' && <Figure title="发送日期" value={sentOn} />}
      {typeof confirmed === 'string' && <Figure title="已确认" value={moneyText(confirmed)} />}
      {claimed !== undefined && <Figure title="申报额" value={moneyText(claimed)} strong />}
    </div>
  )
}
