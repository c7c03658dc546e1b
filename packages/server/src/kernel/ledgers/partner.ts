import { isAdvance } from '@chepu/contract/kernel/money-document'
import {
  add,
  abs,
  compare,
  type Decimal,
  isNegative,
  isPositive,
  isZero,
  neg,
  sub,
} from '@chepu/contract/kernel/decimal'
import { statesIn } from '@chepu/contract/kernel/states'
import { sql } from 'kysely'
import type { Tx } from '../db/tx'
import { allDocuments, isIn } from '../document/references'
import { type BilledItem, documentKind } from '../document/registry'
import { refuse } from '../base/errors'
import { type LockedItem, lockItems } from './held-accounts'
import { openItems } from './open-items'
import type { AdvanceEntry, DocumentRef, OpenItemEntry, WriteOffEntry } from './types'

/**
 * Settles open items and moves unallocated money. Each entry carries the sign of its item and may not exceed what is open (business/finance
 * 2.1); refuses with the number of the document that the item belongs to, and when more money would be used than there is. The items are
 * locked before any balance, as they are where a slip is undone, so that the two never wait for each other.
 */
export async function settle(
  tx: Tx,
  doc: DocumentRef,
  writeOffs: readonly WriteOffEntry[],
  advances: readonly AdvanceEntry[] = [],
): Promise<void> {
  const settled = writeOffs.length > 0 ? await writeOff(tx, doc, writeOffs) : []
  const moved = advances.filter((entry) => !isZero(entry.amount)).map((entry) => ({ ...entry, openItemId: null }))
  await writePartnerLedger(tx, doc, [...moved, ...settled])
}

/** Writes off items; answers what that does to the partners' accounts. */
async function writeOff(tx: Tx, doc: DocumentRef, entries: readonly WriteOffEntry[]): Promise<PartnerRow[]> {
  const items = await lockItems(tx, doc, entries)
  for (const entry of entries) checkEntry(entry, items.get(entry.openItemId))
  tx.sendInsert(
    'write_off_line',
    [
      'group_id',
      'org_id',
      'doc_kind',
      'doc_id',
      'open_item_id',
      'amount',
      'discount',
      'tender',
      'counter_item_id',
      'biz_date',
    ],
    entries.map((entry) => [
      tx.groupId,
      entry.orgId ?? doc.orgId,
      doc.kind,
      doc.id,
      entry.openItemId,
      entry.amount,
      entry.discount,
      entry.tender,
      entry.counterItemId ?? null,
      doc.bizDate,
    ]),
  )
  addToItems(tx, entries)
  await tellSettled(tx, [...items.values()])
  return entries.flatMap((entry) => ledgerRowsOf(entry, items.get(entry.openItemId) as LockedItem))
}

/** Kinds that follow what they have billed are told that some of it was settled, or is open again. */
async function tellSettled(tx: Tx, items: readonly BilledItem[]): Promise<void> {
  for (const kind of new Set(items.map(({ sourceKind }) => sourceKind)))
    await documentKind(kind)?.itemsSettled?.(
      tx,
      items.filter(({ sourceKind }) => sourceKind === kind),
    )
}

function checkEntry(entry: WriteOffEntry, item: LockedItem | undefined): void {
  if (!item) refuse('核销明细不存在或不属于当前企业')
  const total = add(entry.amount, entry.discount)
  if (isZero(total)) refuse(`单据 ${item.billNo} 的核销金额不能为0`)
  if (
    !isOwedAgain(entry) &&
    (isNegative(total) !== isNegative(item.balance) || compare(abs(total), abs(item.balance)) > 0)
  ) {
    refuse(`单据 ${item.billNo} 本次核销 ${total}，超过未结金额，请刷新后重试`)
  }
  item.balance = sub(item.balance, total)
}

/** A bad debt that comes back: only receivables above zero are given up, and never more taken back than that (business/finance 3.1). */
const isOwedAgain = ({ tender, amount }: WriteOffEntry): boolean => tender === 'bad_debt' && isNegative(amount)

function addToItems(tx: Tx, entries: readonly Pick<WriteOffEntry, 'openItemId' | 'amount' | 'discount'>[]): void {
  tx.send({
    name: 'settle-open-items',
    text: `update open_item i set written_off = i.written_off + n.amount, discounted = i.discounted + n.discount
      from (select id, sum(amount) as amount, sum(discount) as discount
        from unnest($2::bigint[], $3::numeric[], $4::numeric[]) as u (id, amount, discount) group by id) n
      where i.group_id = $1 and i.id = n.id`,
    values: [
      tx.groupId,
      entries.map((entry) => entry.openItemId),
      entries.map((entry) => entry.amount),
      entries.map((entry) => entry.discount),
    ],
  })
}

interface PartnerRow {
  orgId?: number
  partnerId: number
  account: 'AR' | 'AP' | 'ADV_IN' | 'ADV_OUT'
  kind: string
  amount: Decimal
  openItemId: number | null
  reversalOf?: number
}

function ledgerRowsOf(entry: WriteOffEntry, item: LockedItem): PartnerRow[] {
  const base = { orgId: item.orgId, partnerId: item.partnerId, account: item.side, openItemId: item.id }
  const rows: PartnerRow[] = []
  if (!isZero(entry.amount)) rows.push({ ...base, kind: entry.tender, amount: neg(entry.amount) })
  if (!isZero(entry.discount)) rows.push({ ...base, kind: 'discount', amount: neg(entry.discount) })
  return rows
}

/** Appends partner ledger rows and adds them to the balances, whose row locks order advances. */
async function writePartnerLedger(tx: Tx, doc: DocumentRef, rows: readonly PartnerRow[]): Promise<void> {
  if (rows.length === 0) return
  tx.sendInsert(
    'partner_ledger',
    [
      'group_id',
      'org_id',
      'partner_id',
      'account',
      'biz_date',
      'period',
      'doc_kind',
      'doc_id',
      'kind',
      'amount',
      'open_item_id',
      'reversal_of',
    ],
    rows.map((row) => [
      tx.groupId,
      row.orgId ?? doc.orgId,
      row.partnerId,
      row.account,
      doc.bizDate,
      doc.period,
      doc.kind,
      doc.id,
      row.kind,
      row.amount,
      row.openItemId,
      row.reversalOf ?? null,
    ]),
  )
  const net = new Map<string, { row: PartnerRow; amount: Decimal }>()
  for (const row of rows) {
    const key = `${row.orgId ?? doc.orgId}:${row.partnerId}:${row.account}`
    net.set(key, { row, amount: add(net.get(key)?.amount ?? '0', row.amount) })
  }
  // In the order of all balances (`balancesInOrder`): ids are numbers, and 9 comes before 10.
  const inOrder = [...net.values()].sort(
    ({ row: a }, { row: b }) =>
      Number(isAdvance(b.account)) - Number(isAdvance(a.account)) ||
      (a.orgId ?? doc.orgId) - (b.orgId ?? doc.orgId) ||
      a.partnerId - b.partnerId ||
      (a.account < b.account ? -1 : 1),
  )
  for (const { row, amount } of inOrder) await addToBalance(tx, doc, row, amount)
}

async function addToBalance(tx: Tx, doc: DocumentRef, row: PartnerRow, amount: Decimal): Promise<void> {
  const values = [tx.groupId, row.orgId ?? doc.orgId, row.partnerId, row.account, amount]
  if (!isAdvance(row.account) || isPositive(amount)) {
    tx.send({
      name: 'add-partner-balance',
      text: `insert into partner_balance (group_id, org_id, partner_id, account, balance) values ($1, $2, $3, $4, $5)
        on conflict (group_id, org_id, partner_id, account) do update set balance = partner_balance.balance + excluded.balance`,
      values,
    })
    return
  }
  if (isZero(amount)) return
  const updated = await tx.query({
    name: 'use-partner-balance',
    text: `update partner_balance set balance = balance + $5
      where group_id = $1 and org_id = $2 and partner_id = $3 and account = $4 and balance + $5 >= 0 returning balance`,
    values,
  })
  if (updated.length === 0) refuse(row.account === 'ADV_IN' ? '预收款余额不足' : '预付款余额不足')
}

interface OwnItem {
  id: number
  orgId: number
  partnerId: number
  side: 'AR' | 'AP'
  billNo: string
  original: Decimal
  invoiced: Decimal
  writtenOff: Decimal
  discounted: Decimal
  dueOn: string
  tab: OpenItemEntry['tab']
  payerType: OpenItemEntry['payerType']
  isUnconfirmed: boolean
}

/**
 * Takes back the open items of a document. 反审核 empties them; 红冲 opens opposite items for the red document and
 * settles both against each other. Refuses when money has been written off (business/documents 6).
 */
export async function reverseOpenItems(tx: Tx, original: DocumentRef, target: DocumentRef): Promise<void> {
  const items = await tx.query<OwnItem>({
    name: 'own-open-items',
    text: `select id, org_id, partner_id, side, bill_no, original, invoiced, written_off, discounted, due_on, tab, payer_type, is_unconfirmed from open_item
      where group_id = $1 and source_kind = $2 and source_id = $3 and original <> 0 order by id for no key update`,
    values: [tx.groupId, original.kind, original.id],
  })
  if (items.length === 0) return
  if (items.some((item) => !isZero(item.writtenOff) || !isZero(item.discounted))) {
    const slips = await settlingSlips(tx, items)
    const final = slips.find(({ kind }) => !isUndoable(kind))
    if (final) refuse(`单据 ${original.billNo} 已由 ${final.billNo} 结清，不能撤销，请用退货单或往来调整单更正`)
    const numbers = slips.map(({ billNo }) => billNo).join('、')
    refuse(`单据 ${original.billNo} 已有收付款核销，请先红冲${numbers ? ` ${numbers}` : '对应的收付款单或核销单'}`)
  }
  if (target.id === original.id && items.some((item) => !isZero(item.invoiced)))
    refuse(`单据 ${original.billNo} 已有发票关联，请先作废或红冲发票，或改用红冲`)
  if (target.id === original.id) await emptyItems(tx, original, items)
  else await opposeItems(tx, target, items)
}

/** Whether documents of a kind can be taken back. */
const isUndoable = (kind: string): boolean => 'reverse' in (documentKind(kind)?.def.actions ?? {})

/** The slips that have settled the items and still stand. */
function settlingSlips(tx: Tx, items: readonly OwnItem[]): Promise<{ kind: string; billNo: string }[]> {
  return tx.select(sql<{ kind: string; billNo: string }>`select distinct d.kind, d.bill_no from write_off_line w
      join ${allDocuments()} d on d.group_id = w.group_id and d.kind = w.doc_kind and d.id = w.doc_id
      where w.group_id = ${tx.groupId} and w.open_item_id = any (${items.map((item) => item.id)}::bigint[])
        and ${isIn('d', (def) => statesIn(def, 'posted'))} and not d.is_red order by d.bill_no`)
}

async function emptyItems(tx: Tx, doc: DocumentRef, items: readonly OwnItem[]): Promise<void> {
  await tx.query({
    name: 'empty-open-items',
    text: `update open_item set original = 0 where group_id = $1 and id = any ($2::bigint[])`,
    values: [tx.groupId, items.map((item) => item.id)],
  })
  await writePartnerLedger(
    tx,
    doc,
    items.map((item) => ({
      orgId: item.orgId,
      partnerId: item.partnerId,
      account: item.side,
      kind: 'cancel',
      amount: neg(item.original),
      openItemId: item.id,
    })),
  )
}

async function opposeItems(tx: Tx, red: DocumentRef, items: readonly OwnItem[]): Promise<void> {
  await openItems(
    tx,
    red,
    items.map(({ orgId, partnerId, side, original, dueOn, tab, payerType, isUnconfirmed }) => {
      const amount = neg(original)
      return { orgId, partnerId, side, amount, dueOn, tab, payerType, isUnconfirmed }
    }),
  )
  const opposite = await tx.query<{ id: number }>({
    name: 'opposite-open-items',
    text: `select id from open_item where group_id = $1 and source_kind = $2 and source_id = $3 order by id`,
    values: [tx.groupId, red.kind, red.id],
  })
  const pairs = items.flatMap((item, i): WriteOffEntry[] => {
    const counter = opposite[i]?.id as number
    const { orgId } = item
    return [
      { orgId, openItemId: item.id, amount: item.original, discount: '0', tender: 'opposite', counterItemId: counter },
      {
        orgId,
        openItemId: counter,
        amount: neg(item.original),
        discount: '0',
        tender: 'opposite',
        counterItemId: item.id,
      },
    ]
  })
  await settle(tx, red, pairs)
}

interface WrittenLine {
  id: number
  orgId: number
  openItemId: number
  amount: Decimal
  discount: Decimal
  tender: string
}

/** Takes back what a money slip has settled: the items are open again, advances move the other way. */
export async function reverseSettlement(tx: Tx, original: DocumentRef, target: DocumentRef): Promise<void> {
  const lines = await tx.query<WrittenLine>({
    name: 'write-offs-of-document',
    text: `select w.id, w.org_id, w.open_item_id, w.amount, w.discount, w.tender from write_off_line w
      where w.group_id = $1 and w.doc_kind = $2 and w.doc_id = $3 and w.reversal_of is null
        and not exists (select 1 from write_off_line r where r.group_id = $1 and r.reversal_of = w.id)
      order by w.open_item_id`,
    values: [tx.groupId, original.kind, original.id],
  })
  if (lines.length > 0) {
    const items = await tx.query<BilledItem>({
      name: 'lock-settled-items',
      text: `select source_kind, source_id, partner_id, payer_type from open_item where group_id = $1 and id = any ($2::bigint[]) order by id for no key update`,
      values: [tx.groupId, lines.map((line) => line.openItemId)],
    })
    await tx.insert(
      'write_off_line',
      [
        'group_id',
        'org_id',
        'doc_kind',
        'doc_id',
        'open_item_id',
        'amount',
        'discount',
        'tender',
        'biz_date',
        'reversal_of',
      ],
      lines.map((line) => [
        tx.groupId,
        line.orgId,
        target.kind,
        target.id,
        line.openItemId,
        neg(line.amount),
        neg(line.discount),
        line.tender,
        target.bizDate,
        line.id,
      ]),
    )
    addToItems(
      tx,
      lines.map((line) => ({ openItemId: line.openItemId, amount: neg(line.amount), discount: neg(line.discount) })),
    )
    await tellSettled(tx, items)
  }
  await reversePartnerRows(tx, original, target)
}

/** Opposite rows for what a document wrote to the partner ledger beside its own open items. */
async function reversePartnerRows(tx: Tx, original: DocumentRef, target: DocumentRef): Promise<void> {
  const rows = await tx.query<PartnerRow & { id: number }>({
    name: 'partner-rows-of-document',
    text: `select p.id, p.org_id, p.partner_id, p.account, p.kind, p.amount, p.open_item_id from partner_ledger p
      where p.group_id = $1 and p.doc_kind = $2 and p.doc_id = $3 and p.reversal_of is null
        and p.kind not in ('bill', 'return', 'cancel')
        and not exists (select 1 from partner_ledger r where r.group_id = $1 and r.reversal_of = p.id)
      order by p.id`,
    values: [tx.groupId, original.kind, original.id],
  })
  await writePartnerLedger(
    tx,
    target,
    rows.map((row) => ({ ...row, amount: neg(row.amount), reversalOf: row.id })),
  )
}
