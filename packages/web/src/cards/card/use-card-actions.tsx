import { button } from '@chepu/contract/access/catalogue'
import { type CardRow, cardList, cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher, type DeskPurpose, voucherButton, voucherPurposes } from '@chepu/contract/cards/card-voucher'
import type { cardKinds } from '@chepu/contract/cards/words'
import type { ReactNode } from 'react'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import type { RowAction } from '../../kit/ui/row-actions'
import { useDialog } from '../../kit/ui/use-dialog'
import { useCardTypes } from '../masters'
import { GrantDialog, PinDialog, RebindDialog, ReplaceDialog, StandingDialog } from './change-dialogs'
import { DoneDialog } from './done-dialog'
import type { Card } from './fields'
import { OpenDialog } from './open-dialog'
import { PackageDialog } from './package-dialog'
import { RechargeDialog } from './recharge-dialog'
import { RefundDialog } from './refund-dialog'
import type { MadeVoucher } from './voucher-dialog'

/** Purposes that a card of a state takes, in the order of the counter (business/cards 3). */
const purposesOf: Record<CardRow['state'], readonly DeskPurpose[]> = {
  active: ['recharge', 'package_sale', 'grant', 'rebind', 'replace', 'lost', 'freeze', 'refund_card'],
  lost: ['found', 'replace'],
  frozen: ['unfreeze'],
  closed: [],
}

/** Whether a card of a kind may ever have it. */
const fits = (purpose: DeskPurpose, kind: keyof typeof cardKinds | undefined): boolean =>
  purpose === 'recharge' ? kind !== 'package' && kind !== 'member' : purpose !== 'package_sale' || kind !== 'member'

/** Purposes that end with a slip for the customer; of the others a word is enough. */
const withSlip = new Set<DeskPurpose>(['open', 'recharge', 'package_sale', 'grant', 'replace', 'refund_card'])

/** A card as the row of a list or as its own page has it. */
type ActedCard = Card & { orgId: number; hasPin: boolean }

export interface CardActions {
  /** What the user may do with a card now. */
  of: (card: ActedCard) => readonly RowAction[]
  /** 开卡; undefined without the right. */
  open: (() => void) | undefined
  /** The dialogs, drawn anywhere in the page. */
  dialogs: ReactNode
}

/** Everything that is done with a card at the counter: each is a 办卡单, made by its dialog and ended by its slip (business/cards 4). */
export function useCardActions(): CardActions {
  const { has, orgId } = useSession()
  const types = useCardTypes()
  const refresh = useRefreshCalls()
  const [open, openDialog] = useDialog(OpenDialog)
  const [pin, pinDialog] = useDialog(PinDialog)
  const [done, doneDialog] = useDialog(DoneDialog)
  const changes = useChangeDialogs()

  const end = async (made: MadeVoucher | undefined) => {
    if (!made) return
    const { list, totals } = cardVoucher.routes
    refresh(
      cardList.list,
      cardList.totals,
      cardRoutes.read,
      cardRoutes.movements,
      cardRoutes.movementTotals,
      list,
      totals,
    )
    if (withSlip.has(made.purpose)) await done(made)
    else
      toast.success(`${voucherPurposes[made.purpose]}${made.isPosted ? '成功' : '已提交，待审核'}，单号 ${made.billNo}`)
  }
  const code = async (card: ActedCard) => {
    if (await pin({ card, hasPin: card.hasPin })) refresh(cardList.list, cardRoutes.read)
  }
  const mayCode = ({ state, hasPin }: ActedCard) =>
    state !== 'closed' && (has(button('card', 'reset_pin')) || (!hasPin && has(button('card', 'open'))))

  const of = (card: ActedCard): RowAction[] => {
    const kind = types.find(({ id }) => id === card.cardTypeId)?.kind
    const offered = purposesOf[card.state].filter(
      (purpose) =>
        has(voucherButton(purpose)) &&
        fits(purpose, kind) &&
        // It is paid back where it was issued.
        (purpose !== 'refund_card' || card.orgId === orgId),
    )
    return [
      ...offered.map((purpose) => ({
        key: purpose,
        label: voucherPurposes[purpose],
        danger: purpose === 'refund_card',
        run: () => void changes.open(card, purpose).then(end),
      })),
      ...(mayCode(card)
        ? [{ key: 'pin', label: card.hasPin ? '重置支付密码' : '设支付密码', run: () => void code(card) }]
        : []),
    ]
  }
  return {
    of,
    open: has(voucherButton('open')) ? () => void open({}).then(end) : undefined,
    dialogs: (
      <>
        {openDialog}
        {changes.dialogs}
        {pinDialog}
        {doneDialog}
      </>
    ),
  }
}

/** The dialogs of a card that is there, by purpose. */
function useChangeDialogs() {
  const [recharge, rechargeDialog] = useDialog(RechargeDialog)
  const [sell, sellDialog] = useDialog(PackageDialog)
  const [grant, grantDialog] = useDialog(GrantDialog)
  const [replace, replaceDialog] = useDialog(ReplaceDialog)
  const [rebind, rebindDialog] = useDialog(RebindDialog)
  const [stand, standDialog] = useDialog(StandingDialog)
  const [refund, refundDialog] = useDialog(RefundDialog)
  const open = (card: Card, purpose: DeskPurpose): Promise<MadeVoucher | undefined> => {
    switch (purpose) {
      case 'recharge':
        return recharge(card)
      case 'package_sale':
        return sell(card)
      case 'grant':
        return grant(card)
      case 'replace':
        return replace(card)
      case 'rebind':
        return rebind(card)
      case 'refund_card':
        return refund(card)
      case 'open':
        return Promise.resolve(undefined)
      default:
        return stand({ card, purpose })
    }
  }
  const dialogs = [rechargeDialog, sellDialog, grantDialog, replaceDialog, rebindDialog, standDialog, refundDialog]
  return { open, dialogs: dialogs.find(Boolean) }
}
