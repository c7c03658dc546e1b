import type { StateOf } from '@chepu/contract/kernel/document'
import type { MergePreview } from '@chepu/contract/kernel/merge-preview'
import { sideLabels } from '@chepu/contract/kernel/money-document'
import { unfinishedStates } from '@chepu/contract/kernel/states'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { sql } from 'kysely'
import { invalid, notFound, refuse } from '../../kernel/base/errors'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments, isIn } from '../../kernel/document/references'
import { endLinksOf } from '../../kernel/links/desk'
import { changeMaster, holdAlone } from '../../kernel/master/master'
import { assertMayPress } from './access'
import { mergeBalances, type PartnerPair } from './merge-balances'
import { editable, type PartnerMaster, partnerMaster } from './save'
import { assertVisible } from './view'

/** Contacts and addresses of a partner at most, each. */
const mostPeople = 50
/** Cases of insurers who have agreed to pay, and have not. */
const isOwedFor: StateOf<typeof insuranceCase> = 'agreed'
/** Bills that their manufacturer has still to answer, or to settle. */
const claimedOf: readonly StateOf<typeof warrantyBill>[] = [
  'approved',
  'claimed',
  'confirmed',
  'part_confirmed',
  'rejected',
]
/** Numbers of documents that are told of at once. */
const told = 5

/**
 * 合并客户: the doubled partner hands what is open, contacts, addresses, cars, prices and agreements to the one that stays, and is disabled.
 * Documents and ledgers keep the name under which they were written (business/customers 2.5). Done again, it hands over what has
 * come back since.
 */
export async function mergePartners(tx: CallerTx, targetId: number, sourceId: number): Promise<{ id: number }> {
  await holdRecurring(tx, sourceId)
  const pair = await lockedPair(tx, targetId, sourceId)
  const { target, source } = pair
  const cusFlag = target.cusFlag | source.cusFlag
  assertMayPress(tx.caller, 'update', { before: target.cusFlag, after: cusFlag })
  await holdAlone(tx, partnerMaster, sourceId)
  const [refusal] = await mergeRefusals(tx, pair)
  if (refusal !== undefined) refuse(refusal)
  const documents = await mergeBalances(tx, pair)
  const moved = await mergeRows(tx, pair)
  await changeMaster(tx, partnerMaster, target, { ...filledFrom(target, source), cusFlag, updatedAt: new Date() })
  await changeMaster(tx, partnerMaster, source, {
    isActive: false,
    mergedIntoId: targetId,
    remark: source.mergedIntoId === null ? mergedRemark(source, target) : source['remark'],
    updatedAt: new Date(),
  })
  const detail = { source: source.code, target: target.code, documents, moved }
  await endLinksOf(tx, { kind: partnerMaster.table, id: sourceId })
  await audit(
    tx,
    { entity: 'partner', entityId: sourceId, action: 'merge', detail },
    { entity: 'partner', entityId: targetId, action: 'merge', detail },
  )
  return { id: targetId }
}

const mergedRemark = (source: PartnerMaster, target: PartnerMaster) =>
  `${String(source['remark'])}（已合并到 ${target.code}）`.slice(0, 255)

/** Holds his 固定收支 before the partners, as who makes a month of them does. */
const holdRecurring = (tx: CallerTx, partnerId: number): Promise<unknown> =>
  tx.query({
    name: 'hold-recurring-of-partner',
    text: 'select id from recurring_money where group_id = $1 and partner_id = $2 order by id for no key update',
    values: [tx.groupId, partnerId],
  })

/** Both partners locked by id, as everybody locks partners. */
async function lockedPair(tx: CallerTx, targetId: number, sourceId: number): Promise<PartnerPair> {
  if (targetId === sourceId) invalid([{ path: 'sourceId', message: '不能与自己合并' }])
  const rows = new Map<number, PartnerMaster>()
  for (const id of [targetId, sourceId].toSorted((a, b) => a - b)) rows.set(id, await editable(tx, id))
  return { target: rows.get(targetId) as PartnerMaster, source: rows.get(sourceId) as PartnerMaster }
}

/** Fields that the one that stays takes over where it has said nothing; those of a line go together. The mobile stays: with the name it tells persons apart. */
const fillable = [
  ['tel'],
  ['regionCode', 'region', 'address'],
  ['taxNo', 'invoiceTitle'],
  ['bankName', 'bankAccount'],
  ['birthday'],
  ['gender'],
  ['source'],
  ['settlementMethodId'],
] as const

function filledFrom(target: PartnerMaster, source: PartnerMaster): Record<string, unknown> {
  const isBlank = (value: unknown) => value === null || value === ''
  const taken = fillable
    .filter((names) => names.every((name) => isBlank(target[name])))
    .flatMap((names) => names.map((name) => [name, source[name]]))
  return {
    ...Object.fromEntries(taken),
    isBlacklisted: target['isBlacklisted'] === true || source['isBlacklisted'] === true,
  }
}

/** Why the two cannot be merged, each reason in words; none when they can. */
async function mergeRefusals(tx: CallerTx, { target, source }: PartnerPair): Promise<string[]> {
  if (target.id === source.id) return ['不能与自己合并']
  const others = [
    await elsewhere(tx, { target, source }),
    await openDocuments(tx, source),
    await tooMany(tx, { target, source }),
  ]
  return [...(target.isActive ? [] : [`“${target.name}”已停用，不能作为合并后的客户`]), ...others.flat()]
}

async function elsewhere(tx: CallerTx, { target, source }: PartnerPair): Promise<string[]> {
  if (source.mergedIntoId === null || source.mergedIntoId === target.id) return []
  const row = await tx.one<{ name: string }>({
    text: 'select name from partner where group_id = $1 and id = $2',
    values: [tx.groupId, source.mergedIntoId],
  })
  return [`“${source.name}”已合并到“${row?.name}”，只能再合并到“${row?.name}”`]
}

/**
 * Documents under way that name the partner as their partner, carrier or payer, or on a line as who pays or who works for the shop; cases whose insurer has agreed to pay and
 * still owes, which follow what he himself is billed; bills that a manufacturer has not settled, settlements of orders that bill him for what no such bill claims, and
 * settlements of claims that he has not paid whole.
 */
async function openDocuments(tx: CallerTx, source: PartnerMaster): Promise<string[]> {
  const rows = await tx.select<{ billNo: string }>(sql`select distinct d.bill_no from ${allDocuments()} d
    left join goods_document g on g.group_id = d.group_id and g.kind = d.kind and g.id = d.id
    left join repair_document c on c.group_id = d.group_id and c.kind = d.kind and c.id = d.id
    left join money_slip m on m.group_id = d.group_id and m.kind = d.kind and m.id = d.id
    left join claim_document k on k.group_id = d.group_id and k.kind = d.kind and k.id = d.id
    where d.group_id = ${tx.groupId} and (c.kind = ${insuranceCase.kind} and c.state = ${isOwedFor} and c.insurer_id = ${source.id}
      or c.kind = ${warrantyBill.kind} and c.state = any (${claimedOf}) and not c.is_red and c.manufacturer_id = ${source.id}
      or d.kind = ${repairSettlement.kind} and d.id in (select i.source_id from open_item i where i.group_id = ${tx.groupId}
        and i.source_kind = ${repairSettlement.kind} and i.partner_id = ${source.id} and i.is_unconfirmed and i.balance <> 0)
      or d.kind = ${warrantySettlement.kind} and d.id in (select i.source_id from open_item i where i.group_id = ${tx.groupId}
        and i.source_kind = ${warrantySettlement.kind} and i.partner_id = ${source.id} and i.balance <> 0)
      or ${isIn('d', unfinishedStates)} and (${source.id} in (d.partner_id, g.carrier_id, k.carrier_id, m.payer_id, c.insurer_id, c.manufacturer_id)
        or (d.kind, d.id) in (select r.kind, r.id from repair_line l
          join repair_document r on r.group_id = l.group_id and r.id = l.document_id
          where l.group_id = ${tx.groupId} and ${source.id} in (l.payer_partner_id, l.supplier_id))))
    order by d.bill_no limit ${told}`)
  if (rows.length === 0) return []
  const more = rows.length === told ? '等' : ''
  return [`“${source.name}”有未完成的单据 ${rows.map(({ billNo }) => billNo).join('、')}${more}，请先处理这些单据`]
}

async function tooMany(tx: CallerTx, { target, source }: PartnerPair): Promise<string[]> {
  const row = await tx.one<{ contacts: number; addresses: number }>({
    text: `select (select count(*) from partner_contact where group_id = $1 and partner_id in ($2, $3)) as contacts,
      (select count(*) from partner_address where group_id = $1 and partner_id in ($2, $3)) as addresses`,
    values: [tx.groupId, target.id, source.id],
  })
  const over = (title: string, count = 0) =>
    count > mostPeople ? [`合并后${title}超过${mostPeople}个，请先删除不用的`] : []
  return [...over('联系人', row?.contacts), ...over('收货地址', row?.addresses)]
}

/** Statements over both: $1 is the group, $2 the partner that stays, $3 the doubled one. What that one has itself, it keeps. */
const handings = [
  ...(['partner_contact', 'partner_address'] as const).map((table) => ({
    what: table === 'partner_contact' ? '联系人' : '收货地址',
    text: `update ${table} r set partner_id = $2,
        is_default = r.is_default and not exists (select from ${table} own where own.group_id = $1 and own.partner_id = $2)
      where r.group_id = $1 and r.partner_id = $3 returning r.id`,
  })),
  { what: '车辆', text: 'update vehicle set partner_id = $2 where group_id = $1 and partner_id = $3 returning id' },
  {
    what: '车主记录',
    text: 'update vehicle_owner set partner_id = $2 where group_id = $1 and partner_id = $3 returning id',
  },
  { what: '代金券', text: 'update coupon set partner_id = $2 where group_id = $1 and partner_id = $3 returning id' },
  { what: '承保车辆', text: 'update vehicle set insurer_id = $2 where group_id = $1 and insurer_id = $3 returning id' },
  {
    what: '会员卡',
    text: 'update card set partner_id = $2, version = version + 1 where group_id = $1 and partner_id = $3 returning id',
  },
  {
    what: '故障代码',
    text: 'update fault_code set manufacturer_id = $2, version = version + 1 where group_id = $1 and manufacturer_id = $3 returning id',
  },
  {
    what: '三包政策',
    text: 'update manufacturer_policy set manufacturer_id = $2, version = version + 1 where group_id = $1 and manufacturer_id = $3 returning id',
  },
  {
    what: '工时定额',
    text: `update labour_quota q set manufacturer_id = $2, version = q.version + 1 where q.group_id = $1 and q.manufacturer_id = $3
      and not exists (select from labour_quota own where own.group_id = $1 and own.manufacturer_id = $2
        and own.service_item_id = q.service_item_id and own.valid_from = q.valid_from) returning q.id`,
  },
  {
    what: '索赔模板',
    text: `update claim_layout r set manufacturer_id = $2, version = r.version + 1 where r.group_id = $1 and r.manufacturer_id = $3
      and not exists (select from claim_layout own where own.group_id = $1 and own.manufacturer_id = $2) returning r.manufacturer_id as id`,
  },
  {
    what: '固定收支',
    text: 'update recurring_money set partner_id = $2, version = version + 1 where group_id = $1 and partner_id = $3 returning id',
  },
  // What both are called about is asked once: the doubled one's open task of the same stays with him, and closes.
  {
    what: '重复的回访',
    text: `update follow_up f set outcome = 'dropped', note = '合并客户', done_at = now(), version = version + 1
      where f.group_id = $1 and f.partner_id = $3 and f.outcome is null and exists (select from follow_up own where own.group_id = $1
        and own.partner_id = $2 and own.org_id = f.org_id and own.reason = f.reason and own.outcome is null
        and coalesce(own.vehicle_id, 0) = coalesce(f.vehicle_id, 0)) returning f.id`,
  },
  { what: '回访', text: 'update follow_up set partner_id = $2 where group_id = $1 and partner_id = $3 returning id' },
  {
    what: '协议价',
    text: `update partner_price p set partner_id = $2 where p.group_id = $1 and p.partner_id = $3
      and not exists (select from partner_price own where own.group_id = $1 and own.partner_id = $2
        and own.org_id = p.org_id and own.part_id = p.part_id) returning p.id`,
  },
  {
    what: '与企业的约定',
    text: `insert into partner_org (group_id, org_id, partner_id, credit_limit, salesperson_id, buyer_id)
      select group_id, org_id, $2, credit_limit, salesperson_id, buyer_id from partner_org where group_id = $1 and partner_id = $3
      on conflict (group_id, org_id, partner_id) do update set salesperson_id = coalesce(partner_org.salesperson_id, excluded.salesperson_id),
        buyer_id = coalesce(partner_org.buyer_id, excluded.buyer_id) returning org_id`,
  },
  {
    what: '默认供应商',
    text: `update product set default_supplier_id = $2, version = version + 1
      where group_id = $1 and default_supplier_id = $3 returning id`,
  },
  {
    what: '以前并入的单位',
    text: 'update partner set merged_into_id = $2 where group_id = $1 and merged_into_id = $3 returning id',
  },
]

async function mergeRows(tx: CallerTx, { target, source }: PartnerPair): Promise<Record<string, number>> {
  const moved: [string, number][] = []
  for (const { what, text } of handings) {
    const rows = await tx.query({ text, values: [tx.groupId, target.id, source.id] })
    if (rows.length > 0) moved.push([what, rows.length])
  }
  return Object.fromEntries(moved)
}

/** What merging the two would do. Balances are told to who may see them, of the organisations that he may choose. */
export async function previewPartnerMerge(tx: CallerTx, targetId: number, sourceId: number): Promise<MergePreview> {
  await assertVisible(tx, [targetId, sourceId])
  const rows = await tx.query<PartnerMaster>({
    text: 'select * from partner where group_id = $1 and id in ($2, $3)',
    values: [tx.groupId, targetId, sourceId],
  })
  const partnerOf = (id: number) => rows.find((row) => row.id === id) ?? notFound('往来单位')
  const pair = { target: partnerOf(targetId), source: partnerOf(sourceId) }
  const isFixed = [pair.target, pair.source].find((row) => row.systemKind !== null)
  const refusals = isFixed ? [`“${isFixed.name}”是系统往来单位，不能修改`] : await mergeRefusals(tx, pair)
  return { refusals, moves: [...(await balancesInWords(tx, sourceId)), ...(await rowsInWords(tx, sourceId))] }
}

async function balancesInWords(tx: CallerTx, partnerId: number): Promise<MergePreview['moves']> {
  const rows = await tx.query<{ account: keyof typeof sideLabels; org: string; balance: string; orgId: number }>({
    text: `select b.account, b.org_id, coalesce(nullif(o.short_name, ''), o.name) as org, b.balance
      from partner_balance b join org o on o.group_id = b.group_id and o.id = b.org_id
      where b.group_id = $1 and b.partner_id = $2 and b.balance <> 0 order by b.org_id, b.account`,
    values: [tx.groupId, partnerId],
  })
  const isSeen = (row: (typeof rows)[number]) =>
    tx.caller.orgIds.includes(row.orgId) && seesBalance(tx.caller, row.account)
  const shown = rows.filter(isSeen)
  const hidden = rows.length - shown.length
  return [
    ...shown.map(({ account, org, balance }) => ({ what: `${sideLabels[account]}余额`, detail: `${org} ${balance}` })),
    ...(hidden > 0 ? [{ what: '往来余额', detail: `另有${hidden}笔您看不到的余额` }] : []),
  ]
}

/** What goes over, counted, with the word that counts it: $1 is the group, $2 the doubled partner. */
const counted = [
  ['联系人', '条', 'partner_contact r where r.group_id = $1 and r.partner_id = $2'],
  ['收货地址', '条', 'partner_address r where r.group_id = $1 and r.partner_id = $2'],
  ['车辆', '辆', 'vehicle r where r.group_id = $1 and r.partner_id = $2'],
  ['车主记录', '条', 'vehicle_owner r where r.group_id = $1 and r.partner_id = $2'],
  ['代金券', '张', 'coupon r where r.group_id = $1 and r.partner_id = $2'],
  ['承保车辆', '辆', 'vehicle r where r.group_id = $1 and r.insurer_id = $2'],
  ['会员卡', '张', 'card r where r.group_id = $1 and r.partner_id = $2'],
  ['故障代码', '条', 'fault_code r where r.group_id = $1 and r.manufacturer_id = $2'],
  ['三包政策', '条', 'manufacturer_policy r where r.group_id = $1 and r.manufacturer_id = $2'],
  ['工时定额', '条', 'labour_quota r where r.group_id = $1 and r.manufacturer_id = $2'],
  ['索赔模板', '个', 'claim_layout r where r.group_id = $1 and r.manufacturer_id = $2'],
  ['固定收支', '条', 'recurring_money r where r.group_id = $1 and r.partner_id = $2'],
  ['回访', '条', 'follow_up r where r.group_id = $1 and r.partner_id = $2'],
  ['协议价', '条', 'partner_price r where r.group_id = $1 and r.partner_id = $2'],
] as const

/** Papers of the workshop keep the name under which they were written. */
const kept = [
  [
    '维修单据',
    '张',
    'repair_document r where r.group_id = $1 and $2 in (r.partner_id, r.insurer_id, r.manufacturer_id)',
  ],
  ['三包索赔单据', '张', 'claim_document r where r.group_id = $1 and $2 in (r.partner_id, r.carrier_id)'],
  ['维修付费项目', '条', 'repair_line r where r.group_id = $1 and $2 in (r.payer_partner_id, r.supplier_id)'],
] as const

async function rowsInWords(tx: CallerTx, partnerId: number): Promise<MergePreview['moves']> {
  const all = [...counted, ...kept]
  const row = await tx.one<Record<string, number>>({
    text: `select ${all.map(([, , from], i) => `(select count(*) from ${from}) as count${i}`).join(', ')}`,
    values: [tx.groupId, partnerId],
  })
  return all.flatMap(([what, unit], i) => {
    const count = row?.[`count${i}`] ?? 0
    return count > 0 ? [{ what, detail: `${count}${unit}${i < counted.length ? '' : '，保留原名'}` }] : []
  })
}
