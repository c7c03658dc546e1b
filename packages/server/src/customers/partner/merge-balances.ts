// What is open with a doubled partner goes over to the one that stays, under a 往来合并单 for each organisation: each open item is settled
// and opened anew with its number and due day, and advances change hands. The ledgers are never changed (ADR 0161).
import { partnerMerge } from '@chepu/contract/customers/partner-merge'
import { type Decimal, neg } from '@chepu/contract/kernel/decimal'
import { stateAt } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '../../kernel/base/calendar'
import { groupBy } from '../../kernel/base/group-by'
import { audit } from '../../kernel/db/audit'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { assertMonthOpenAt } from '../../kernel/document/period'
import { sendRow } from '../../kernel/document/rows'
import type { Family, LockedDocument } from '../../kernel/document/types'
import { post } from '../../kernel/ledgers'
import { type OpenItemEntry, periodOf, type Posting } from '../../kernel/ledgers/types'
import type { PartnerMaster } from './save'

/** The partner that stays, and the doubled one. */
export interface PartnerPair {
  target: PartnerMaster
  source: PartnerMaster
}

interface OpenItem extends Pick<OpenItemEntry, 'side' | 'tab' | 'dueOn' | 'payerType' | 'isUnconfirmed'> {
  id: number
  orgId: number
  billNo: string
  balance: Decimal
}

interface Advance {
  orgId: number
  account: 'ADV_IN' | 'ADV_OUT'
  balance: Decimal
}

const nobody = async (): Promise<LockedDocument | undefined> => undefined

/** 往来合并单 has a table of its own; it is written once and opened by nobody. */
export const partnerMerges: Family = { table: 'partner_merge', lock: nobody, read: nobody }

/** Moves all that is open, in whatever organisation; answers the numbers of the documents that say so. */
export async function mergeBalances(tx: CallerTx, pair: PartnerPair): Promise<string[]> {
  const values = [tx.groupId, pair.source.id]
  const items = await tx.query<OpenItem>({
    name: 'open-items-of-partner',
    text: `select id, org_id, side, tab, bill_no, due_on, balance, payer_type, is_unconfirmed from open_item
      where group_id = $1 and partner_id = $2 and balance <> 0 order by id for no key update`,
    values,
  })
  const advances = await tx.query<Advance>({
    name: 'advances-of-partner',
    text: `select org_id, account, balance from partner_balance
      where group_id = $1 and partner_id = $2 and account in ('ADV_IN', 'ADV_OUT') and balance <> 0
      order by org_id, account for no key update`,
    values,
  })
  const itemsOf = groupBy(items, (item) => item.orgId)
  const advancesOf = groupBy(advances, (advance) => advance.orgId)
  const numbers: string[] = []
  for (const orgId of [...new Set([...itemsOf.keys(), ...advancesOf.keys()])].toSorted((a, b) => a - b)) {
    const posting = postingOf(pair, itemsOf.get(orgId) ?? [], advancesOf.get(orgId) ?? [])
    numbers.push(await moveBalances(tx, pair, orgId, posting))
  }
  return numbers
}

function postingOf({ target, source }: PartnerPair, items: readonly OpenItem[], advances: readonly Advance[]): Posting {
  return {
    writeOffs: items.map((item) => ({ openItemId: item.id, amount: item.balance, discount: '0', tender: 'opposite' })),
    openItems: items.map(({ id: _id, orgId: _org, balance, ...item }) => ({
      ...item,
      partnerId: target.id,
      amount: balance,
      remark: `由“${source.name}”合并转入`,
    })),
    advances: advances.flatMap(({ account, balance }) => [
      { partnerId: source.id, account, amount: neg(balance), kind: 'adjust' as const },
      { partnerId: target.id, account, amount: balance, kind: 'adjust' as const },
    ]),
  }
}

async function moveBalances(tx: CallerTx, pair: PartnerPair, orgId: number, posting: Posting): Promise<string> {
  const bizDate = shanghaiDay()
  await assertMonthOpenAt(tx, orgId, bizDate)
  const header = { orgId, kind: partnerMerge.kind, bizDate, period: periodOf(bizDate), departmentId: null }
  const doc = { ...header, ...(await nextDocument(tx, partnerMerge.prefix, partnerMerges.table)) }
  const state = stateAt(partnerMerge, 'posted')
  sendRow(tx, partnerMerges.table, {
    groupId: tx.groupId,
    ...doc,
    state,
    partnerId: pair.source.id,
    targetId: pair.target.id,
    creatorId: tx.caller.userId,
  })
  await post(tx, doc, posting)
  await audit(tx, { entity: partnerMerge.kind, entityId: doc.id, action: 'post', toState: state })
  return doc.billNo
}
