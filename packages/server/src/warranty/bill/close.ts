import { type Decimal, isZero, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { post } from '../../kernel/ledgers'
import type { DocumentRef, WriteOffEntry } from '../../kernel/ledgers/types'
import { confirmItems } from '../confirmation/billed'
import type { ClaimedLine } from './claimed'
import { closingPosting } from './posting'
import type { WarrantyBill } from './types'

/**
 * Gives up what a bill claims (business/three-guarantees 3.5): so much is owed less, and that settles what the settlement and the bill itself have
 * opened for it. What else the settlement has billed waits for it no more. `bill` is dated as the books have it.
 * @throws Failure refusal when some of it was settled otherwise
 */
export async function closeBill(
  tx: CallerTx,
  bill: WarrantyBill & DocumentRef,
  owed: { manufacturerId: number; dueOn: string; lines: WarrantyBill['lines'] },
  settled: readonly ClaimedLine[],
): Promise<void> {
  await confirmItems(tx, [bill.id], { givenUp: [bill.id] })
  const billed = money(sumOf(settled, ({ claimed, backAmount }) => sub(claimed, backAmount)))
  const items = await itemsOf(tx, bill, owed.manufacturerId)
  await post(tx, bill, closingPosting(owed))
  const closing = (await ownItems(tx, bill)).find(({ id }) => !items.own.some((item) => item.id === id))
  if (!closing) return
  const entry = (openItemId: number, amount: Decimal): WriteOffEntry => ({
    openItemId,
    amount,
    discount: '0.00',
    tender: 'opposite',
  })
  const taken = [
    ...(items.settlement && !isZero(billed) ? [entry(items.settlement.id, billed)] : []),
    ...items.own.map(({ id, balance }) => entry(id, balance)),
  ]
  const open = sumOf([...taken, entry(closing.id, closing.balance)], ({ amount }) => amount)
  if (!isZero(open)) refuse(`三包单 ${bill.billNo} 的申报额已有核销，不能放弃索赔`)
  await post(tx, bill, { writeOffs: [...taken, entry(closing.id, closing.balance)] })
}

interface Item {
  id: number
  balance: Decimal
}

async function itemsOf(tx: CallerTx, bill: WarrantyBill, manufacturerId: number) {
  const settlement = await tx.one<Item>({
    name: 'item-of-manufacturer',
    text: `select i.id, i.balance from open_item i join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = $1 and i.source_kind = 'repair_settlement' and i.source_id = $2 and i.payer_type = 'warranty'
        and coalesce(p.merged_into_id, p.id) = $3 and i.original <> 0 order by i.id desc limit 1`,
    values: [tx.groupId, bill.settlementId, manufacturerId],
  })
  return { settlement, own: await ownItems(tx, bill) }
}

const ownItems = (tx: CallerTx, { kind, id }: WarrantyBill): Promise<Item[]> =>
  tx.query<Item>({
    name: 'items-of-warranty-bill',
    text: `select id, balance from open_item where group_id = $1 and source_kind = $2 and source_id = $3 and original <> 0 and balance <> 0 order by id`,
    values: [tx.groupId, kind, id],
  })
