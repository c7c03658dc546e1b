import { workOrder } from '@chepu/contract/repair/work-order'
import { useState } from 'react'
import { useCall } from '../../kit/base/use-call'
import { agreementText } from '../../kit/document/agreement'
import { useDocumentMeta } from '../../kit/document/document-context'
import { AgreementPicture } from '../../kit/document/agreement-picture'
import { timeText } from '../../kit/base/format'
import { PageModal } from '../../kit/ui/page-modal'
import { lastAgreement } from './agreed'

/** The customer's last word on this order: how, who and when, with his signature. */
export function AgreedPanel() {
  const { id, version, state } = useDocumentMeta()
  return id === undefined || state === 'estimating' ? null : <Agreed key={`${id} ${version}`} id={id} />
}

function Agreed({ id }: { id: number }) {
  const log = useCall(workOrder.routes.log, { params: { id } })
  const [isShown, setShown] = useState(false)
  const last = log.data && lastAgreement(log.data)
  if (!last) return null
  const isSigned = last.signatureId !== null || last.signedBy !== null
  return (
    <aside className="wo-agreed" aria-label="客户确认">
      <b>客户确认</b>
      <span>{agreementText(last)}</span>
      {last.calledAt === null && <span className="wo-beside">{timeText(last.at)}</span>}
      {isSigned && (
        <button type="button" className="kit-link" onClick={() => setShown(true)}>
          看签名
        </button>
      )}
      {isShown && (
        <PageModal open title="客户签名" width={520} footer={null} onCancel={() => setShown(false)}>
          <AgreementPicture row={last} />
        </PageModal>
      )}
    </aside>
  )
}
