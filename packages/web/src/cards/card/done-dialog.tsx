import { button } from '@chepu/contract/access/catalogue'
import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher, onCreditOf, voucherPurposes } from '@chepu/contract/cards/card-voucher'
import { isPositive } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { useState } from 'react'
import { moneyText, qtyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'
import { DocumentPrint } from '../../kit/document/document-dialogs'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { CardItems } from './items'
import type { MadeVoucher } from './voucher-dialog'

/** What stands on the card now, and its slip to print. */
export function DoneDialog({ input: made, onDone }: DialogProps<MadeVoucher, true>) {
  const { has } = useSession()
  const [printing, setPrinting] = useState(false)
  const { cardId = 0, purpose } = made
  const { data: card } = useCall(cardRoutes.read, { params: { id: cardId } }, { enabled: cardId > 0 })
  const close = () => onDone(true)
  if (printing) return <DocumentPrint document={cardVoucher} ids={[made.id]} onClose={close} />
  return (
    <PageModal
      open
      width={620}
      title={`${voucherPurposes[purpose]}${made.isPosted ? '成功' : '已提交，待审核'}　${made.billNo}`}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          关闭
        </Button>,
        has(button('card_voucher', 'print')) && (
          <Button key="print" type="primary" autoFocus onClick={() => setPrinting(true)}>
            打印小票
          </Button>
        ),
      ]}
    >
      <Paid made={made} />
      {made.isPosted && card && (
        <>
          <dl className="cards-facts" aria-label="卡内余额">
            <dt>卡号</dt>
            <dd>{card.cardNo}</dd>
            <dt>客户</dt>
            <dd>{card.partnerName}</dd>
            <dt>本金</dt>
            <dd className="cards-due">{moneyText(card.principal)}</dd>
            <dt>赠金</dt>
            <dd>{moneyText(card.gift)}</dd>
            <dt>积分</dt>
            <dd>{qtyText(card.points)}</dd>
          </dl>
          {card.items.length > 0 && <CardItems items={card.items} label="剩余套餐" />}
        </>
      )}
    </PageModal>
  )
}

/** What was collected, and what stays owed by the customer; nothing where nobody pays in. */
function Paid({ made: { purpose, due, received } }: { made: MadeVoucher }) {
  if (due === undefined || received === undefined || !isPositive(due)) return null
  const open = onCreditOf({ purpose, amountDue: due, total: received })
  return (
    <dl className="cards-facts" aria-label="收款">
      <dt>应收</dt>
      <dd>{moneyText(due)}</dd>
      <dt>实收</dt>
      <dd>{moneyText(received)}</dd>
      {isPositive(open) && (
        <>
          <dt>挂账</dt>
          <dd className="cards-due">{moneyText(open)}</dd>
        </>
      )}
    </dl>
  )
}
