// Damages of single rows behind the program's back, and the invariants that notice them (ADR 0125).
// Longer than most rooms: it is one list, of every column that a document or ledger has.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import { type Invariant, invariants } from '../src/kernel/invariants'
import { type Filled, fillBooks } from './filled-books'
import { openPlanting } from './planting'
import { openShop, type Shop } from './shop'

/** Invariants by the beginning of their names, such as 'i46 i57', or 'unique': the database itself refuses it. */
type Noticed = string
/** By column, 'removed' or 'copied': who notices the usual change of its type, or another value and who notices that. */
type Changes = Record<string, Noticed | [to: string, by: Noticed]>

interface Damages {
  table: string
  row: string
  changes: Changes
}
interface LeftOut {
  table: string
  row: string
  reason: string
  columns: string[]
}

const unchecked = {
  stamp: 'who did it and when: the log tells it, no figure depends on it',
  words: 'words for people',
  name: 'what the part was called when the line was saved',
  form: 'how a figure was typed or proposed; the figure itself is checked',
  wish: 'a wish or an agreement that nothing is computed from',
  people: 'who looked after it; pages group by it, figures do not follow from it',
  terms: 'a day that terms gave may not be worked out again, since they change',
  held: 'held or still waited for was decided when goods came; what is held lies within the stock (i12)',
  trade: 'what a direct trade says of its purchase is compared with the receipt that it made, which is checked (i69)',
  master: 'typed by hand and written nowhere else but in the log',
  weight: 'what shares were worked out by; the shares themselves come to the whole (i16)',
  sheet: 'copied from a sheet that the tax bureau has; the books do not know it',
  cards: 'empty but for documents of cards, where it is damaged as well (planted-cards)',
  elsewhere: 'damaged where a till is handed over (i74) and a bank is reconciled (i75)',
  opening: 'of an account that never moved this is all there is; only the log knows who typed it',
}

const of = (kind: string, id: number) => `doc_kind = '${kind}' and doc_id = ${id}`
const from = (kind: string, id: number) => `source_kind = '${kind}' and source_id = ${id}`

/** What is planted, table by table: ledgers, what they add up to, documents. */
const damages = (ids: Filled): Damages[] => {
  const rows: Damages[] = []
  const planted = (table: string, row: string, changes: Changes) => rows.push({ table, row, changes })
  const delivered = of('sales_delivery', ids.delivery)
  const collected = of('collection', ids.collected)

  planted('stock_ledger', delivered, {
    org_id: 'i01 i57',
    warehouse_id: 'i01 i02',
    location_id: 'i01',
    part_id: 'i01 i63',
    batch_no: 'i01',
    biz_date: 'i46 i64',
    period: 'i46 i47',
    doc_kind: 'i08 i45 i57',
    doc_id: 'i08 i45 i57',
    line_id: 'i08 i59',
    qty: 'i01 i08',
    unit_cost: 'i63',
    value: 'i02 i39 i57 i59',
    variance: 'i39',
    pool_qty_after: 'i06',
    pool_value_after: 'i06',
    reversal_of: 'i60',
    removed: 'i01 i08 i57',
    copied: 'i01 i08 i57',
  })
  planted('stock_ledger', of('goods_receipt', ids.receipt), { variance: 'i67', value: 'i57 i59', removed: 'i57' })
  planted('stock_ledger', of('purchase_return', ids.back), { variance: 'i67', value: 'i57 i67' })
  planted('stock_ledger', of('other_out', ids.lost), { variance: 'i67', value: 'i57' })
  planted('stock_ledger', `${of('sales_delivery', ids.again)} and reversal_of is not null`, {
    biz_date: 'i46',
    reversal_of: ['null', 'i60'],
    qty: 'i60',
    value: 'i60',
    variance: 'i60',
    copied: 'unique',
  })
  planted('stock_ledger', `doc_kind = 'sales_delivery' and doc_id <> ${ids.again} and reversal_of is not null`, {
    reversal_of: ['null', 'i60'],
    value: 'i09 i57',
    removed: 'i09 i60',
  })

  planted('partner_ledger', `${delivered} and account = 'AR'`, {
    org_id: 'i20 i53',
    partner_id: 'i20 i53',
    account: [`'AP'`, 'i20 i53'],
    biz_date: 'i46 i47',
    period: 'i46 i47',
    doc_kind: 'i45 i53 i57',
    doc_id: 'i45 i53 i57',
    kind: [`'return'`, 'i53'],
    amount: 'i20 i53 i57',
    open_item_id: 'i53',
    reversal_of: 'i53',
    removed: 'i20 i53 i57',
    copied: 'i20 i53 i57',
  })
  planted('partner_ledger', `${delivered} and account = 'AR'`, { open_item_id: ['null', 'i53'] })
  planted('partner_ledger', `${collected} and kind = 'money'`, {
    kind: [`'advance'`, 'i54'],
    amount: 'i54 i57',
    biz_date: 'i46 i54',
    doc_id: 'i54',
    open_item_id: 'i53 i54',
    reversal_of: 'i60',
    removed: 'i20 i54',
  })
  planted('partner_ledger', `${collected} and kind = 'discount'`, { kind: [`'money'`, 'i53 i54'], amount: 'i54 i58' })
  planted('partner_ledger', `${collected} and account = 'ADV_IN'`, {
    account: [`'ADV_OUT'`, 'i21 i57'],
    kind: [`'refund'`, 'i56'],
    amount: 'i21 i56 i57',
    partner_id: 'i21 i56',
    open_item_id: 'i53',
    removed: 'i21 i56',
    copied: 'i21 i56',
  })
  planted('partner_ledger', `${of('write_off', ids.usedAhead)} and account = 'ADV_IN'`, { kind: [`'advance'`, 'i56'] })
  planted('partner_ledger', `doc_kind = 'collection' and reversal_of is not null`, {
    reversal_of: ['null', 'i60'],
    amount: 'i60',
  })

  planted('account_ledger', collected, {
    org_id: 'i63',
    store_account_id: 'i22 i56',
    biz_date: 'i46 i47',
    period: 'i46 i47',
    doc_kind: 'i23 i45',
    doc_id: 'i23 i57',
    amount: 'i22 i23 i56 i57',
    balance_after: 'i22',
    reversal_of: 'i60',
    removed: 'i22 i23 i57',
    copied: 'i22 i23 i57',
  })
  planted('account_ledger', collected, { amount: ['-amount', 'i22 i23 i57'] })
  planted('account_ledger', `doc_kind = 'opening_correction'`, {
    doc_id: 'i45',
    amount: 'i22',
    period: 'i47',
    removed: 'i22',
  })
  planted('account_ledger', 'reversal_of is not null', { reversal_of: ['null', 'i60'], amount: 'i09 i60' })

  planted('pnl_ledger', `${delivered} and kind = 'revenue_part'`, {
    org_id: 'i57',
    biz_date: 'i46 i47',
    period: 'i46 i47',
    kind: [`'other_income'`, 'i58'],
    doc_kind: 'i45 i57 i58',
    doc_id: 'i45 i57 i58',
    amount: 'i57 i58',
    amount_taxed: 'i58',
    department_id: 'i46',
    payer_type: 'i58',
    removed: 'i57 i58',
    copied: 'i57 i58',
  })
  planted('pnl_ledger', `${delivered} and kind = 'discount'`, {
    kind: [`'other_expense'`, 'i58'],
    amount: 'i57 i58',
    amount_taxed: 'i58',
    removed: 'i57 i58',
  })
  planted('pnl_ledger', `${delivered} and kind = 'cogs_part'`, {
    kind: [`'stock_loss'`, 'i58'],
    amount: 'i39 i57 i58',
    amount_taxed: 'i58',
    removed: 'i57 i58',
    copied: 'i39 i57',
  })
  planted('pnl_ledger', `${delivered} and kind = 'other_income'`, {
    kind: [`'stock_gain'`, 'i58'],
    amount: 'i57 i58',
    amount_taxed: 'i58',
    removed: 'i57',
  })
  planted('pnl_ledger', of('purchase_return', ids.back), {
    kind: [`'stock_gain'`, 'i58'],
    amount: 'i57',
    biz_date: 'i46',
    removed: 'i57',
    copied: 'i57',
  })
  planted('pnl_ledger', of('other_out', ids.lost), { kind: [`'other_expense'`, 'i58'], amount: 'i57', removed: 'i57' })
  planted('pnl_ledger', of('other_in', ids.found), { kind: [`'other_income'`, 'i58'], amount: 'i57', removed: 'i57' })
  planted('pnl_ledger', `${collected} and kind = 'discount'`, {
    kind: [`'other_expense'`, 'i58'],
    amount: 'i57',
    copied: 'i57',
  })
  planted('pnl_ledger', of('payment', ids.spent), { kind: [`'discount'`, 'i58'], amount: 'i57 i58', removed: 'i57' })
  planted('pnl_ledger', of('write_off', ids.bad), {
    kind: [`'other_expense'`, 'i58'],
    amount: 'i57 i58',
    removed: 'i57',
  })
  planted('pnl_ledger', of('balance_adjustment', ids.owing), {
    kind: [`'discount'`, 'i58'],
    amount: 'i57',
    removed: 'i57',
  })

  planted('write_off_line', collected, {
    org_id: 'i54',
    doc_kind: 'i45 i54',
    doc_id: 'i54 i56',
    open_item_id: 'i19 i54',
    amount: 'i19 i54 i56',
    discount: 'i19 i54 i56',
    tender: [`'advance'`, 'i54'],
    counter_item_id: 'i56 i60',
    biz_date: 'i46 i54',
    reversal_of: 'i60',
    removed: 'i19 i54 i56',
    copied: 'i19 i54 i56',
  })
  planted('write_off_line', 'counter_item_id is not null', {
    counter_item_id: 'i60',
    amount: 'i54 i60',
    reversal_of: 'i60',
    removed: 'i54 i60',
  })
  planted('write_off_line', 'counter_item_id is not null', { counter_item_id: ['null', 'i60'] })
  planted('write_off_line', 'reversal_of is not null', {
    reversal_of: ['null', 'i60'],
    amount: 'i60',
    tender: [`'advance'`, 'i60'],
  })

  planted('open_item', `${from('sales_delivery', ids.delivery)} and side = 'AR'`, {
    org_id: 'i20 i53',
    partner_id: 'i20 i52 i53',
    side: [`'AP'`, 'i20 i53'],
    source_kind: 'i45 i53',
    source_id: 'i45 i53',
    bill_no: 'i52',
    biz_date: 'i52',
    due_on: 'i52',
    payer_type: 'i52',
    is_unconfirmed: 'i52',
    original: 'i20 i52 i53',
    written_off: 'i19 i53',
    discounted: 'i19 i53',
    tab: [`'repair'`, 'i80'],
    warranty_bill_id: ['1', 'i80'],
    invoiced: 'i35',
    removed: 'i20 i52',
    copied: 'i20 i53',
  })
  planted('invoice', `id = ${ids.invoiced}`, {
    org_id: 'i35',
    kind: 'i48',
    biz_date: 'i47',
    period: 'i47',
    state: [`'draft'`, 'i48'],
    is_red: 'i48',
    red_of: [`${ids.invoiced}`, 'i48'],
    partner_id: 'i35',
    untaxed: 'i35',
    tax: 'i35',
    taxed: 'i35',
    posted_at: 'i68',
    removed: 'i35',
    copied: 'unique',
  })
  planted('invoice', `id = ${ids.invoiced}`, { state: [`'voided'`, 'i35 i48'] })
  planted('invoice', `id = ${ids.reddened}`, {
    company_id: 'i35',
    sheet_kind: [`'e_normal'`, 'i35'],
    title: 'i35',
    tax_no: 'i35',
    state: [`'issued'`, 'i48'],
  })
  planted('invoice', `id = ${ids.lessened}`, {
    certified_month: ['202601', 'i35'],
    state: [`'reversed'`, 'i35 i48'],
    taken: 'i35',
    title: 'i35',
  })
  planted('invoice', `id = ${ids.part}`, {
    certified_month: ['202601', 'i35'],
    is_red: ['false', 'i48'],
    part_of: ['null', 'i35 i48'],
    taken: ['1', 'i35'],
    untaxed: 'i35',
    tax: 'i35',
    taxed: 'i35',
    removed: 'i35',
  })
  planted('invoice_line', `invoice_id = ${ids.part}`, { line_no: ['2', 'i35'], qty: [`'-1'`, 'i35'] })
  planted('invoice_line', `invoice_id = ${ids.invoiced}`, {
    invoice_id: 'unique',
    untaxed: 'i35',
    tax: 'i35',
    taxed: 'i35',
    removed: 'i35',
    copied: 'unique',
  })
  planted('invoice_link', `invoice_id = ${ids.invoiced}`, {
    invoice_id: 'unique',
    source_kind: 'i35',
    source_id: 'i35',
    open_item_id: 'i35',
    amount: 'i35',
    removed: 'i35',
    copied: 'unique',
  })
  planted('open_item', `${from('sales_delivery', ids.delivery)} and side = 'AP'`, {
    partner_id: 'i52',
    original: 'i52',
    due_on: 'i52',
  })
  planted('open_item', from('balance_adjustment', ids.owed), {
    partner_id: 'i52',
    due_on: 'i52',
    bill_no: 'i52',
    original: 'i52',
  })
  planted('open_item', from('write_off', ids.moved), {
    payer_type: 'i52',
    is_unconfirmed: 'i52',
    due_on: 'i52',
    partner_id: 'i52',
    original: 'i52',
    tab: [`'sale'`, 'i80'],
  })
  planted('open_item', from('sales_delivery', ids.reversed), { due_on: 'i60', payer_type: 'i60' })
  planted('open_item', from('sales_delivery', ids.sold), { due_on: ['due_on - 1', 'i52'] })
  planted('open_item', `source_kind = 'partner_merge'`, {
    payer_type: 'i79',
    is_unconfirmed: 'i79',
    original: 'i79',
    tab: [`'sale'`, 'i80'],
  })

  planted('stock_balance', 'qty > 0 and last_out_on is not null', {
    org_id: 'i01',
    warehouse_id: 'i01',
    location_id: 'i01',
    part_id: ['part_id + 100', 'i01'],
    batch_no: 'i01',
    qty: 'i01 i03',
    last_in_on: 'i64',
    last_out_on: 'i64',
    removed: 'i01 i03',
    copied: 'unique',
  })
  planted('stock_cost', 'qty > 0', {
    org_id: 'i02',
    warehouse_id: 'i02',
    part_id: ['part_id + 100', 'i02'],
    qty: 'i02 i03',
    value: 'i02',
    removed: 'i02',
    copied: 'unique',
  })
  planted('stock_reservation', from('sales_order', ids.promise), {
    org_id: 'i62',
    warehouse_id: 'i62',
    part_id: 'i62',
    source_kind: 'i45 i62',
    source_id: 'i45',
    source_line_id: 'i45 i62',
    qty: 'i62',
    released_qty: 'i62',
    is_live: ['false', 'i62'],
    removed: 'i62',
    copied: 'i62',
  })
  planted('stock_reservation', from('sales_order', ids.waiting), { backorder_qty: ['0', 'i12'] })
  planted('transit_balance', 'qty > 0', {
    order_line_id: ['order_line_id + 1000', 'i14'],
    org_id: 'i14',
    part_id: 'i14',
    qty: 'i14',
    value: 'i14',
    removed: 'i14',
    copied: 'unique',
  })
  planted('goods_document', `id = ${ids.sent}`, {
    state: [`'done'`, 'i48'],
    to_warehouse_id: ['999', 'i63'],
    posted_at: ['null', 'i15 i48'],
  })
  planted('stock_ledger', `${of('transfer_receipt', ids.came)} and qty < 0`, { value: 'i02 i14 i57', qty: 'i01 i14' })
  planted('partner_balance', `account = 'AR'`, {
    org_id: 'i20',
    partner_id: ['partner_id + 100', 'i20'],
    account: [`'ADV_OUT'`, 'i20'],
    balance: 'i20',
    removed: 'i20',
    copied: 'unique',
  })
  planted('partner_balance', `account = 'ADV_IN'`, { balance: 'i21', removed: 'i21' })
  planted('store_account', `name = '钱箱'`, {
    org_id: 'i63',
    opening_balance: 'i22',
    balance: 'i22',
    removed: 'i45',
    copied: 'unique',
  })
  planted('product', 'last_purchase_price is not null', {
    org_id: 'i65',
    part_id: ['part_id + 100', 'i65'],
    last_purchase_price: 'i65',
    last_purchase_on: 'i65',
    last_supplier_id: 'i65',
    removed: 'i65',
    copied: 'unique',
  })

  planted('goods_document', `id = ${ids.delivery}`, {
    org_id: 'i42 i63',
    kind: 'i45 i48',
    bill_no: 'i52',
    biz_date: 'i46 i47 i52',
    period: 'i46 i47',
    state: [`'approved'`, 'i48'],
    is_red: 'i48',
    red_of: [`${ids.sold}`, 'i48'],
    partner_id: 'i52 i66',
    warehouse_id: 'i63',
    counter_org_id: ['999', 'i63'],
    to_warehouse_id: ['999', 'i63'],
    department_id: 'i46',
    due_on: 'i52',
    tax_included: 'i50',
    line_count: 'i49',
    total_qty: 'i49',
    total_amount: 'i49',
    order_discount: 'i27',
    freight: 'i27 i49 i52',
    charged_freight: 'i49',
    total_untaxed: 'i28',
    total_tax: 'i28 i49 i57',
    total_taxed: 'i27 i28 i49 i52',
    cost_amount: 'i49',
    executed_qty: 'i49',
    carrier_id: 'i52',
    warranty_bill_id: ['1', 'i58'],
    posted_at: ['null', 'i48 i52'],
    removed: 'i45 i46',
    copied: 'unique',
  })
  planted('goods_document', `id = ${ids.delivery}`, { partner_id: ['null', 'i52'], carrier_id: ['null', 'i52'] })
  planted('goods_document', `id = ${ids.receipt}`, {
    invoice_kind: [`'normal'`, 'i57'],
    partner_id: 'i52 i66',
    posted_at: 'i68',
  })
  planted('goods_document', `id = ${ids.promise}`, {
    executed_qty: 'i49',
    state: [`'approved'`, 'i48'],
    partner_id: 'i66',
    cost_amount: 'i49',
    removed: 'i45',
  })
  planted('goods_document', `id = ${ids.promise}`, { state: [`'voided'`, 'i13 i42 i48'] })
  planted('goods_document', `id = ${ids.promise}`, { state: [`'closed'`, 'i13'] })
  planted('goods_document', `id = ${ids.promise}`, { state: [`'lost'`, 'i13 i42 i48'] })
  planted('goods_document', `id = ${ids.whole}`, { state: [`'partial'`, 'i48'] })
  planted('goods_document', `id = ${ids.arrival}`, { partner_id: ['null', 'i52 i66'] })
  planted('goods_document', `id = ${ids.opening}`, { reason: [`'赠品'`, 'i57'], total_amount: 'i49', removed: 'i45' })
  planted('goods_document', `id = ${ids.undone}`, { state: [`'done'`, 'i48'], removed: 'i45' })
  planted('goods_document', `id = ${ids.reversed}`, {
    state: [`'done'`, 'i48'],
    total_amount: 'i61',
    freight_payer: [`'partner'`, 'i61'],
  })
  planted('goods_document', 'is_red', { red_of: ['null', 'i48 i60'], warehouse_id: 'i61', removed: 'i45 i48' })

  planted('goods_document', `kind = 'count_gain'`, {
    count_id: ['null', 'i17'],
    biz_date: 'i17 i46 i47',
    kind: [`'count_loss'`, 'i08 i17 i45'],
  })
  planted('stock_cost', 'frozen_by is not null', { frozen_by: [`${ids.count}`, 'i17'] })
  planted('stock_count', `id = ${ids.count}`, {
    org_id: 'i17',
    kind: 'i48',
    biz_date: 'i17 i47',
    period: 'i47',
    state: [`'submitted'`, 'i48'],
    is_red: 'i17 i48',
    red_of: [`${ids.counting}`, 'i48'],
    warehouse_id: 'i17',
    uncounted_as_zero: 'i17',
    line_count: 'i17',
    gain_qty: 'i17',
    gain_amount: 'i17',
    loss_qty: 'i17',
    loss_amount: 'i17',
    posted_at: ['null', 'i17 i48'],
    copied: 'unique',
  })
  planted('stock_count', `id = ${ids.counting}`, { is_freezing: 'i17', state: [`'voided'`, 'i17'] })
  planted('stock_count_line', `count_id = ${ids.count} and line_no = 1`, {
    count_id: ['999', 'i17'],
    line_no: ['9', 'i17'],
    part_id: ['999', 'i17'],
    location_id: ['999', 'i17'],
    batch_no: 'i17',
    book_qty: 'i17',
    counted_qty: 'i17',
    diff_value: 'i17',
    removed: 'i17',
    copied: 'unique',
  })

  planted('goods_document_line', `document_id = ${ids.delivery} and line_no = 1`, {
    document_id: ['document_id + 1000', 'i45 i49'],
    line_no: ['7', 'i49'],
    part_id: 'i63',
    warehouse_id: 'i63',
    location_id: ['999', 'i63'],
    batch_no: 'i63',
    qty: 'i08 i49 i50',
    price: 'i50',
    discount_rate: ['0.9', 'i50'],
    amount: 'i50',
    net_amount: 'i49 i50',
    tax_rate: ['0.06', 'i50'],
    untaxed: 'i28 i58',
    tax: 'i28 i49 i50',
    taxed: 'i28 i49 i58',
    discount_share: 'i27 i49 i58',
    discount_share_untaxed: 'i50 i58',
    executed_qty: 'i10 i49',
    returned_qty: 'i10',
    closed_qty: 'i48',
    unit_cost: 'i59',
    cost_amount: 'i49 i59',
    is_unpriced: 'i44',
    source_line_id: [
      `(select l.id from goods_document_line l where l.group_id = ${shop.groupId} and l.document_id = ${ids.promise})`,
      'i10',
    ],
    removed: 'i27 i49 i58',
    copied: 'unique',
  })
  planted('goods_document_line', `document_id = ${ids.shelved}`, {
    to_location_id: 'i63',
    location_id: ['999', 'i63'],
    qty: 'i08 i49',
  })
  planted('stock_ledger', `${of('location_move', ids.shelved)} and qty > 0`, {
    location_id: 'i01 i63',
    value: 'i02 i57',
    removed: 'i01 i57',
  })
  planted('goods_document_line', `document_id = ${ids.assembled} and line_no = 1`, {
    is_kit: 'i16',
    cost_amount: 'i59',
  })
  planted('goods_document', `id = ${ids.assembled}`, { freight: 'i16 i27', partner_id: ['null', 'i52'] })
  planted('stock_ledger', `${of('assembly', ids.assembled)} and qty > 0`, { value: 'i16 i57 i59', removed: 'i08 i16' })
  planted('stock_ledger', `${of('disassembly', ids.apart)} and qty > 0`, { value: 'i16 i57 i59', removed: 'i08 i16' })
  planted('stock_ledger', of('cost_adjustment', ids.dearer), {
    value: 'i02 i57',
    removed: 'i02 i57',
  })
  planted('goods_document_line', `document_id = ${ids.dearer}`, { net_amount: 'i49 i50', qty: 'i49' })
  planted('pnl_ledger', of('cost_adjustment', ids.dearer), { amount: 'i57', removed: 'i57' })
  planted('pnl_ledger', of('disassembly', ids.apart), { amount: 'i57', removed: 'i57' })
  planted('goods_document_line', `document_id = ${ids.untaxed} and line_no = 1`, {
    net_amount: 'i50',
    price: 'i50',
    tax: 'i50',
  })
  planted('goods_document_line', `document_id = ${ids.brought}`, {
    source_line_id: ['null', 'i10'],
    tax: 'i50',
    tax_rate: ['0.06', 'i50'],
    taxed: 'i28 i58',
    removed: 'i10 i49',
  })
  planted('goods_document_line', `document_id = ${ids.offer} and not is_chosen`, {
    is_chosen: 'i27 i49',
    qty: 'i11 i50',
    price: 'i50',
    closed_qty: 'i11',
  })
  planted('goods_document_line', `document_id = ${ids.offer} and executed_qty > 0`, {
    is_chosen: 'i11 i49',
    executed_qty: 'i10 i49',
    closed_qty: 'i48',
    removed: 'i45 i49',
  })
  planted('goods_document_line', `document_id = ${ids.promise}`, {
    part_id: 'i42 i62',
    warehouse_id: 'i62 i63',
    qty: 'i49 i62',
    closed_qty: 'i62',
    removed: 'i45 i49',
  })

  planted('money_slip', `id = ${ids.collected}`, {
    maker_kind: [`'repair_settlement'`, 'check'],
    made_by: ['999', 'check'],
    org_id: 'i63',
    kind: 'i45 i48',
    biz_date: 'i46 i47',
    period: 'i46 i47',
    state: [`'draft'`, 'i48'],
    is_red: 'i48',
    red_of: [`${ids.income}`, 'i48'],
    partner_id: 'i55 i56',
    total: 'i23 i55',
    fee: 'i23 i55',
    written_off: 'i55',
    discount: 'i55',
    advance: 'i55 i56',
    side: [`'AR'`, 'i55'],
    department_id: 'i46',
    posted_at: ['null', 'i46 i48'],
    source_id: [`${ids.order}`, 'i45'],
    removed: 'i45 i46',
    copied: 'unique',
    amount_due: 'i98',
    principal_change: 'i98',
    gift_change: 'i98',
    points_change: 'i98',
    package_change: 'i98',
    penalty: 'i98',
    invoiced: 'i35',
  })
  planted('money_slip', `id = ${ids.owed}`, {
    bill_no: 'i52',
    partner_id: 'i52',
    total: 'i52 i58',
    side: [`'AP'`, 'i52'],
    purpose: [`'opening'`, 'i57'],
    due_on: 'i52',
    biz_date: 'i46 i52',
    removed: 'i45 i46',
  })
  planted('money_slip', `id = ${ids.ahead}`, {
    total: 'i56 i57',
    side: [`'ADV_OUT'`, 'i56'],
    partner_id: 'i56',
    purpose: [`'adjust'`, 'i57'],
  })
  planted('money_slip', `id = ${ids.offset}`, {
    total: 'i55',
    written_off: 'i55',
    partner_id: 'i55',
    state: [`'submitted'`, 'i48'],
  })
  planted('money_slip', `id = ${ids.banked}`, {
    total: 'i24 i55',
    account_id: ['counter_account_id', 'i24'],
    counter_account_id: ['null', 'i23 i24'],
    counter_org_id: ['org_id', 'i24'],
  })
  planted('money_slip', `id = ${ids.scrap}`, { total: 'i23 i55', purpose: [`'opening'`, 'i57'] })
  planted('money_slip', `id = ${ids.rent}`, {
    total: 'i52 i58',
    partner_id: 'i52',
    side: [`'AR'`, 'i52'],
    due_on: 'i52',
  })
  planted('money_slip', `id = ${ids.moved}`, { payer_id: 'i52', total: 'i52 i55', bill_no: 'i52' })
  planted('money_slip', `id = ${ids.moved}`, { payer_id: ['null', 'i52'] })
  planted('money_slip', `id = ${ids.deposit}`, {
    source_id: [`${ids.waiting}`, 'i45'],
    source_kind: 'i45',
    partner_id: 'i56 i66',
  })
  planted('money_slip', `id = ${ids.deposit}`, { source_id: ['null', 'i66'], partner_id: ['null', 'i56 i66'] })
  planted('money_slip', `id = ${ids.collected}`, { partner_id: ['null', 'i55 i56'] })
  planted('money_slip', `id = ${ids.owed}`, { partner_id: ['null', 'i52'] })
  planted('money_slip', `id = ${ids.reversedSlip}`, {
    state: [`'done'`, 'i48'],
    total: 'i61',
    purpose: [`'advance'`, 'i61'],
    posted_at: 'i68',
  })
  planted('money_slip', 'is_red', { red_of: ['null', 'i48 i60'], removed: 'i45 i48' })

  planted('money_slip_item', `slip_id = ${ids.collected} and line_no = 1`, {
    slip_id: ['slip_id + 1000', 'i45 i55'],
    open_item_id: 'i56',
    amount: 'i55 i56',
    discount: 'i55 i56',
    removed: 'i55 i56',
    copied: 'unique',
  })
  planted('money_slip_item', `slip_id = ${ids.offset}`, { amount: 'i56', removed: 'i56' })
  planted('money_slip_tender', `slip_id = ${ids.collected} and line_no = 1`, {
    slip_id: ['slip_id + 1000', 'i45 i55'],
    store_account_id: 'i56',
    amount: 'i55 i56',
    fee: 'i55 i56',
    removed: 'i55 i56',
    copied: 'unique',
  })

  planted('goods_document', `id = ${ids.picked}`, {
    work_order_id: ['null', 'i32'],
    partner_id: 'i66',
    state: [`'draft'`, 'i32 i48'],
  })
  planted('goods_document_line', `document_id = ${ids.picked}`, {
    work_order_line_id: ['null', 'i32'],
    qty: 'i08 i32',
    cost_amount: 'i32 i59',
  })
  planted('goods_document_line', `document_id = ${ids.givenBack}`, {
    work_order_line_id: ['null', 'i32'],
    cost_amount: 'i32 i59',
  })
  planted('stock_reservation', `source_kind = 'work_order' and source_id = ${ids.repaired}`, {
    qty: 'i12 i62',
    source_line_id: 'i62',
  })

  planted('partner_merge', 'true', {
    org_id: 'i63 i79',
    kind: 'i45 i46 i48 i79',
    biz_date: 'i46 i47',
    period: 'i46 i47',
    state: 'i48',
    is_red: 'i48',
    red_of: 'i48',
    partner_id: 'i79',
    target_id: 'i79',
    posted_at: 'i68',
    removed: 'i45 i46',
    copied: 'unique',
  })

  planted('dispatch', `work_order_id = ${ids.worked}`, {
    org_id: 'i29',
    work_order_id: 'i29',
    line_id: 'i29',
    share: ['0.2', 'i29'],
    finished_at: ['null', 'i29'],
    removed: 'i29',
    copied: 'unique',
  })

  planted('audit_log', `entity = 'sales_delivery' and entity_id = ${ids.delivery} and to_state = 'done'`, {
    at: 'i68',
    entity: 'i68',
    entity_id: 'i68',
    removed: 'i68',
  })
  return rows
}

type Leave = (table: string, row: string, reasons: Partial<Record<keyof typeof unchecked, string>>) => void

/** What stands on invoices and in tills and nothing follows from. */
const leaveWords = (left: Leave, ids: Filled): void => {
  left('store_account', `name = '钱箱'`, { elsewhere: 'sealed_until is_reconciled' })
  left('account_ledger', 'true', { stamp: 'posted_at', words: 'remark' })
  left('invoice', `id = ${ids.invoiced}`, {
    stamp:
      'version revision exported_at creator_id created_at submitter_id submitted_at approver_id approved_at poster_id print_count',
    words: 'bill_no address_phone bank_account reason remark',
    people: 'department_id handler_id salesperson_id',
    sheet: 'invoice_code invoice_no is_deductible certified_month transferred_out transferred_month',
  })
  left('invoice_line', `invoice_id = ${ids.invoiced}`, {
    sheet: 'tax_rate qty price',
    words: 'line_no name tax_class spec unit_name',
  })
  left('invoice_link', `invoice_id = ${ids.invoiced}`, { words: 'line_no' })
}

/** Columns that nothing notices a change of, and why not. */
const leftOut = (ids: Filled): LeftOut[] => {
  const rows: LeftOut[] = []
  const left: Leave = (table, row, reasons) => {
    for (const [name, columns] of Object.entries(reasons))
      rows.push({ table, row, reason: unchecked[name as keyof typeof unchecked], columns: columns.split(' ') })
  }
  for (const table of ['stock_ledger', 'partner_ledger', 'pnl_ledger', 'write_off_line'])
    left(table, 'true', { stamp: 'posted_at' })
  left('open_item', from('sales_delivery', ids.delivery), { words: 'remark' })
  leaveWords(left, ids)
  left('open_item', from('sales_delivery', ids.sold), { terms: 'due_on' })
  left('dispatch', `work_order_id = ${ids.worked}`, {
    people: 'employee_id role',
    stamp: 'started_at',
    wish: 'bay_id planned_start planned_end',
    words: 'remark',
  })
  left('stock_reservation', from('sales_order', ids.promise), { held: 'backorder_qty', stamp: 'created_at' })
  left('store_account', `name = '钱箱'`, {
    master:
      'code name kind bank_name bank_no opening_on is_default_in is_default_out allow_overdraft fee_rate is_active version',
  })
  left('store_account', `name = '备用金'`, { opening: 'opening_balance balance' })
  left('product', 'last_purchase_price is not null', {
    master:
      `purchase_price wholesale_price1 wholesale_price2 wholesale_price3 retail_price transfer_price min_sale_price min_stock max_stock
      default_warehouse_id default_location_id default_supplier_id lead_days on_shelf pricing_note version`.replaceAll(
        /\s+/g,
        ' ',
      ),
    stamp: 'updated_at',
  })
  left('goods_document', `id = ${ids.waiting}`, {
    stamp:
      'version revision creator_id created_at submitter_id submitted_at approver_id approved_at poster_id print_count',
    words: 'remark reason ship_to address waybill bill_no vehicle_text',
    people: 'handler_id salesperson_id',
    trade:
      'supplier_id purchase_settlement_method_id purchase_due_on purchase_invoice_kind purchase_tax_included purchase_taxed made_by',
    wish: `expected_on delivery_on packages cod_amount deposit allow_backorder confirm_state disposal bought_for wanted_for freight freight_payer invoice_kind
      carrier_id valid_until is_vat_sale outcome vehicle_id`.replaceAll(/\s+/g, ' '),
    terms: 'settlement_method_id due_on',
  })
  left('goods_document_line', `document_id = ${ids.delivery}`, {
    name: 'part_code part_name brand_name spec unit_name',
    form: 'aux_unit_id aux_qty price_source is_net_typed received_qty over_tolerance short_qty damaged_qty',
    words: 'remark produced_on group_no asked',
    trade: 'purchase_price purchase_tax_rate linked_purchase_line_id',
    weight: 'cost_ratio',
  })
  left('stock_count', `id = ${ids.counting}`, {
    stamp:
      'version revision creator_id created_at submitter_id submitted_at approver_id approved_at poster_id print_count snapshot_at',
    words: 'remark bill_no',
    people: 'handler_id salesperson_id department_id partner_id worker_ids',
    wish: 'scope location uncounted_as_zero category_id',
  })
  left('stock_count_line', `count_id = ${ids.counting}`, {
    form: 'first_qty is_recount is_found unit_cost counted_qty',
    stamp: 'counter_id counted_at version',
  })
  left('money_slip', `id = ${ids.collected}`, {
    stamp:
      'version revision creator_id created_at submitter_id submitted_at approver_id approved_at poster_id print_count',
    words: 'remark bill_no trade_no',
    people: 'handler_id salesperson_id',
    form: 'purpose',
    wish: 'payer_id due_on source_kind category_id recurring_id recurring_month',
    cards:
      'card_id card_no card_type_id vehicle_id card_package_id payee_name payee_bank payee_account payee_paper payee_id_no payee_reason card_before card_after card_package_version',
  })
  left('money_slip_item', `slip_id = ${ids.offset} and line_no = 2`, { form: 'line_no' })
  left('money_slip_tender', `slip_id = ${ids.paid}`, { form: 'line_no', words: 'trade_no' })
  left('partner_merge', 'true', { words: 'bill_no', people: 'department_id', stamp: 'creator_id' })
  left('audit_log', `entity = 'sales_delivery' and entity_id = ${ids.delivery}`, {
    words: 'reason detail device_id ip request_id',
    stamp: 'org_id user_id action from_state to_state',
  })
  return rows
}

/** Another value for columns whose words are fixed. */
const others: Record<string, string> = {
  confirm_state: `'part'`,
  disposal: `'good'`,
  scope: `'full'`,
  outcome: `'arrived'`,
  freight_payer: `'partner'`,
  invoice_kind: `'normal'`,
  purchase_invoice_kind: `'normal'`,
  payer_type: `'insurance'`,
  purpose: `'advance'`,
  'store_account.kind': `'bank'`,
  'dispatch.role': `'assistant'`,
  'dispatch.employee_id': '999',
  bought_for: 'id',
  detail: `'{}'`,
  worker_ids: 'worker_ids || 999::bigint',
  payee_paper: `'other'`,
  card_before: `'{}'`,
  card_after: `'{}'`,
}

interface Column {
  name: string
  type: string
}

let shop: Shop
let planting: Awaited<ReturnType<typeof openPlanting>>
let ids: Filled
let all: Invariant[]
const columns = new Map<string, Column[]>()
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false, freightToCost: true } })
  await shop.sql(`update org set taxpayer_kind = 'general' where group_id = $1`)
  ids = await fillBooks(shop)
  all = await invariants()
  planting = await openPlanting(shop)
  const { rows } = await planting.query<Column & { table: string }>(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and column_name not in ('group_id', 'id')`,
  )
  for (const { table, ...column } of rows) columns.set(table, [...(columns.get(table) ?? []), column])
})
afterAll(async () => {
  await planting.close()
  await shop.close()
})

const today = shanghaiDay()

/** The usual change of a column of this type; its days are written out, since a cluster takes no clock within a condition. */
function usual(table: string, { name, type }: Column): string {
  const other = others[`${table}.${name}`] ?? others[name]
  if (other) return other
  if (type === 'date') return `coalesce(${name}, date '${today}') + 40`
  if (type === 'boolean') return `not coalesce(${name}, false)`
  if (type.startsWith('timestamp')) return `timestamptz '${addDays(today, 2)}'`
  return type === 'text' ? `coalesce(${name}, '') || 'x'` : `coalesce(${name}, 0) + 1`
}

const columnOf = (table: string, name: string): Column => {
  const column = columns.get(table)?.find((each) => each.name === name)
  if (!column) throw new Error(`${table} has no column ${name}`)
  return column
}

function statement(table: string, row: string, what: string, to?: string): string {
  const one = `group_id = ${shop.groupId} and ctid = (select ctid from ${table} where group_id = ${shop.groupId} and ${row} order by ctid limit 1)`
  if (what === 'removed') return `delete from ${table} where ${one}`
  const names = (columns.get(table) ?? []).map(({ name }) => name).join(', ')
  if (what === 'copied')
    return `insert into ${table} (group_id, ${names}) select group_id, ${names} from ${table} where ${one} returning group_id`
  return `update ${table} set ${what} = ${to ?? usual(table, columnOf(table, what))} where ${one}`
}

describe('a damage planted behind the program', () => {
  it('finds the books in order', async () => {
    expect(await planting.naming(all)).toBe('')
  })

  it('is noticed by the invariants that watch over it', async () => {
    const wrong: unknown[] = []
    for (const { table, row, changes } of damages(ids)) {
      for (const [what, change] of Object.entries(changes)) {
        const [to, by] = Array.isArray(change) ? change : [undefined, change]
        const asked = all.filter(({ name }) => by.split(' ').includes(name.slice(0, 3)))
        const named = await planting.plant(statement(table, row, what, to), asked)
        if (named !== by) wrong.push({ table, row, what, to, by, named })
      }
    }
    expect(wrong).toEqual([])
  })

  it('is not noticed where it is left out, for the reason given', async () => {
    const wrong: unknown[] = []
    for (const { table, row, columns: names, reason } of leftOut(ids)) {
      const changes = names.map((name) => `${name} = ${usual(table, columnOf(table, name))}`).join(', ')
      const first = names[0] as string
      const sql = statement(table, row, first, '$$').replace(`${first} = $$`, changes)
      const named = await planting.plant(sql, all)
      if (named !== '') wrong.push({ table, row, names, reason, named })
    }
    expect(wrong).toEqual([])
  })

  it('is planted in every column of every ledger and document, or left out', () => {
    const tables = new Set(damages(ids).map(({ table }) => table))
    const known = new Set([
      ...damages(ids).flatMap(({ table, changes }) => Object.keys(changes).map((what) => `${table}.${what}`)),
      ...leftOut(ids).flatMap(({ table, columns: names }) => names.map((name) => `${table}.${name}`)),
    ])
    const every = [...tables].flatMap((table) => (columns.get(table) ?? []).map(({ name }) => `${table}.${name}`))
    expect(every.filter((each) => !known.has(each))).toEqual([])
  })
})
