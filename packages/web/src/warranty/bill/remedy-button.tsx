import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { creditParts, remediable, replaceParts } from '@chepu/contract/warranty/remedy'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { Button } from 'antd'
import { useState } from 'react'
import { CallError } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { Gestures } from '../../kit/base/submit-once'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import type { EditorApi } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'

/** What a customer without a car gets, by what was done about the fault. */
const remedies = {
  replace: { title: '换货出库', route: replaceParts, def: salesDelivery },
  return: { title: '退货', route: creditParts, def: salesReturn },
} as const

/** 换货出库 or 退货 of an approved bill of parts alone: makes the draft, and opens it (business/three-guarantees 3.7). */
export function RemedyButton({ editor: { id, state, header } }: { editor: EditorApi }) {
  const { has } = useSession()
  const { open } = useTabs()
  const [gestures] = useState(() => new Gestures(() => undefined))
  const { handling, vehicleId, settlementId, isRed } = header
  if (id === undefined || isRed === true || vehicleId !== null || settlementId !== null) return null
  if (handling !== 'replace' && handling !== 'return') return null
  const { title, route, def } = remedies[handling]
  const isOpen = remediable.some((each) => each === state)
  if (!isOpen || !has(warrantyBill.buttons.add) || !has(def.buttons.add)) return null
  const make = async () => {
    try {
      const made = await gestures.run(() => gestures.change({ route, params: { id } }))
      const path = made && documentPath(def.kind, made.id)
      if (path) open(path)
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      toast.error(problem.message)
    }
  }
  return (
    <Button size="small" onClick={() => void make()}>
      {title}
    </Button>
  )
}
