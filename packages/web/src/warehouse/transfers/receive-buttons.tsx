import { button } from '@chepu/contract/access/catalogue'
import { openStates } from '@chepu/contract/kernel/states'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { type Outcome } from '@chepu/contract/warehouse/transfer-receipt'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import type { EditorApi } from '../../kit/document/document-context'
import { DecideDialog, ReceiveDialog, readOrder, type SentOrder } from './receive-dialog'

/** What the user's organisation may say of goods on their way: what it gets, or bears. */
export function outcomesOf(sourceOrgId: number, counterOrgId: number | null, orgId: number): Outcome[] {
  const isSource = sourceOrgId === orgId
  const isDest = (counterOrgId ?? sourceOrgId) === orgId
  return [...(isSource ? (['returned', 'lost_source'] as const) : []), ...(isDest ? (['lost_dest'] as const) : [])]
}

/** 收货 and 差异处理 of a transfer that is on its way. */
export function ReceiveButtons({ editor }: { editor: EditorApi }) {
  const { has, orgId } = useSession()
  const [asked, setAsked] = useState<{ what: 'receive' | 'decide'; order: SentOrder }>()
  const { id, header, state } = editor
  if (id === undefined || !openStates(transferOrder).includes(state) || header['isRed'] === true) return null
  const counterOrgId = header['counterOrgId'] as number | null
  const sides = outcomesOf(header['orgId'] as number, counterOrgId, orgId)
  const show = async (what: 'receive' | 'decide') => setAsked({ what, order: await readOrder(id) })
  const done = { onDone: () => void editor.reload(), onClose: () => setAsked(undefined) }
  return (
    <>
      {(counterOrgId ?? header['orgId']) === orgId && has(button('transfer_receipt', 'post')) && (
        <Button size="small" type="primary" onClick={() => void show('receive')}>
          收货
        </Button>
      )}
      {sides.length > 0 && has(button('transfer_receipt', 'diff')) && (
        <Button size="small" onClick={() => void show('decide')}>
          差异处理
        </Button>
      )}
      {asked?.what === 'receive' && <ReceiveDialog order={asked.order} {...done} />}
      {asked?.what === 'decide' && <DecideDialog order={asked.order} sides={sides} {...done} />}
    </>
  )
}
