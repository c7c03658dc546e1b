import { besideImport, openingBalanceHeadings } from '@chepu/contract/imports/import-headings'
import { adjustmentSides, balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { equals, isZero, money } from '@chepu/contract/kernel/decimal'
import { code, day, signedAmount } from '@chepu/contract/kernel/scalars'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import {
  createOpeningBalances,
  type OpeningBalance,
  openingRefusals,
  openingsEntered,
  partnersNamed,
} from '../finance/public'
import { refuse } from '../kernel/base/errors'
import { partnerScope } from '../kernel/caller/partner-scope'
import { importer, type Plan } from './importer'
import { coded } from './lists'

const columns = [
  {
    key: 'partner',
    ...openingBalanceHeadings.partner,
    required: true,
    schema: code(100),
    note: '往来单位的名称或编码',
    example: '广州某某汽配有限公司',
  },
  {
    key: 'side',
    ...openingBalanceHeadings.side,
    required: true,
    schema: coded(adjustmentSides),
    note: Object.values(adjustmentSides).join('、'),
    example: adjustmentSides.AR,
  },
  { key: 'billNo', ...openingBalanceHeadings.billNo, schema: code(60), note: '原来的单据号', example: 'XS20251201' },
  {
    key: 'bizDate',
    ...openingBalanceHeadings.bizDate,
    required: true,
    kind: 'date',
    schema: day,
    note: '原单据的日期，账龄从这天算起；早于启用月份',
    example: '2025-12-01',
  },
  {
    key: 'dueOn',
    ...openingBalanceHeadings.dueOn,
    kind: 'date',
    schema: day,
    note: '空白时按结算方式计算',
    example: '2025-12-31',
  },
  {
    key: 'amount',
    ...openingBalanceHeadings.amount,
    required: true,
    kind: 'number',
    schema: signedAmount.refine((total) => !isZero(total), '金额不能为0'),
    note: '元，最多2位小数，待冲减的应收、应付填负数；每行生成一张期初单',
    example: '1200',
  },
] as const

/** Each row becomes a document of its own, which somebody approves. */
const mostRows = 500

/** Opening receivables and payables: a draft of 往来调整单 a row, with 期初 (business/basics 10, business/ledgers 8). */
export const openingBalanceImporter = importer({
  title: '期初往来',
  headings: openingBalanceHeadings,
  beside: besideImport.opening_balance,
  columns: () => columns,
  async examples(tx) {
    const [partner] = await tx.select<{ name: string }>(sql`select p.name from partner p
      where p.group_id = ${tx.groupId} and p.kind = 'unit' and p.system_kind is null and p.is_active
        and ${partnerScope(tx.caller, anyRole)} order by p.id limit 1`)
    return { partner: partner?.name ?? null }
  },
  async prepare(tx, entries, { fault, pass }): Promise<Plan> {
    if (entries.length > mostRows) refuse(`一次最多导入${mostRows}行，文件有${entries.length}行，请分几个文件导入`)
    const refusalOf = await openingRefusals(tx)
    const partnerOf = await partnersNamed(
      tx,
      entries.map(({ values }) => values.partner),
    )
    const enteredBefore = await openingsEntered(tx)
    const balances: OpeningBalance[] = []
    for (const { row, values } of entries) {
      const { partner: name, billNo, ...figures } = values
      const partner = partnerOf(name)
      if ('message' in partner) fault(row, '单位', partner.message)
      for (const { field, message } of refusalOf(values)) fault(row, openingBalanceHeadings[field].title, message)
      if (!('item' in partner)) continue
      const balance = { ...figures, partnerId: partner.item, billNo: billNo ?? '' }
      const before = enteredBefore(balance, `第${row}行`)
      if (!before) balances.push(balance)
      else if (equals(before.amount, balance.amount))
        pass(row, `单据号 ${balance.billNo} 已录入（${before.as}），不再重复导入`)
      else
        fault(
          row,
          openingBalanceHeadings.billNo.title,
          `单据号 ${balance.billNo} 已录入（${before.as}），金额 ${money(before.amount)}`,
        )
    }
    return {
      added: balances.length,
      updated: 0,
      write: async () =>
        (await createOpeningBalances(tx, balances)).map(({ id, billNo }) => ({
          kind: balanceAdjustment.kind,
          id,
          billNo,
        })),
    }
  },
})
