import type { AccountFilters, AccountSide, ItemFilters } from '@chepu/contract/finance/accounts'
import { openingBalanceHeadings } from '@chepu/contract/basics/import-headings'
import { listedTitle } from '@chepu/contract/kernel/headings'
import { sideLabels } from '@chepu/contract/kernel/money-document'
import type { ReceiptFilters } from '@chepu/contract/finance/receipts'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'
import { date, money, number, text } from '../../kernel/export/columns'
import { type ExportColumn, registerExport } from '../../kernel/export/registry'
import { accountAgeingTotals, selectAgeing } from './account-ageing'
import { accountItemTotals, selectItems } from './account-items'
import { nameOfPartner, selectStatement, type StatementQuery, statementFrame } from './account-statement'
import { accountSummaryTotals, selectSummary } from './account-summary'
import { seesBalance } from './open-items'
import { receiptTotals, selectReceipts } from './receipts'

const partner = [text('partnerCode', '单位编码'), text('partnerName', '单位名称', 24)]

const queryOf = (filters: Record<string, unknown>) => filters as unknown as StatementQuery

/** Columns without the figures that the caller may not see. */
const visible = (tx: CallerTx, side: AccountSide, plain: ExportColumn[], figures: ExportColumn[]) =>
  seesBalance(tx.caller, side) ? [...plain, ...figures] : plain

/** Makes the tabs of 应收账款 or 应付账款 exportable. */
export function exportAccounts(side: AccountSide): void {
  const isAr = side === 'AR'
  const key = isAr ? 'receivable' : 'payable'
  const title = isAr ? '应收账款' : '应付账款'
  const keeper = text('salespersonName', isAr ? '业务员' : '采购员')
  const advance = money('advance', isAr ? '预收' : '预付')
  registerExport(key, {
    title: `${title}汇总`,
    columns: (tx) =>
      visible(
        tx,
        side,
        [...partner, text('mobile', '电话'), keeper],
        [
          money('opening', '期初'),
          money('increased', '本期增加'),
          money('returned', '本期退货'),
          money('settled', isAr ? '本期收款' : '本期付款'),
          money('discounted', '优惠'),
          money('adjusted', '调整'),
          money('closing', '期末'),
          advance,
          money('overdue', '逾期'),
        ],
      ),
    rows: (tx, filters) => sql`${selectSummary(tx, side, filters as AccountFilters)} order by partner_code`,
    frame: async (tx, filters) => ({ totals: await accountSummaryTotals(tx, side, filters as AccountFilters) }),
  })
  registerExport(`${key}_item`, {
    title: `${title}明细`,
    columns: (tx) =>
      visible(
        tx,
        side,
        [
          text('billNo', '单号', 20),
          date('bizDate', '日期'),
          text('partnerName', '单位名称', 24),
          date('dueOn', '到期日'),
          number('overdueDays', '逾期天数', 10),
          text('remark', '备注', 30),
          { ...text('side', listedTitle(openingBalanceHeadings.side), 8), always: true },
        ],
        [money('original', '应结'), money('settled', '已结'), money('discounted', '优惠'), money('balance', '未结')],
      ),
    rows: (tx, filters) =>
      sql`select s.*, ${sideLabels[side]}::text as side from (${selectItems(tx, side, filters as ItemFilters)}) s order by due_on, id`,
    frame: async (tx, filters) => ({ totals: await accountItemTotals(tx, side, filters as ItemFilters) }),
  })
  registerExport(`${key}_ageing`, {
    title: `${title}账龄`,
    columns: (tx) =>
      visible(
        tx,
        side,
        [...partner, keeper],
        [
          money('total', '合计'),
          money('notDue', '未到期'),
          money('days30', '1-30天'),
          money('days60', '31-60天'),
          money('days90', '61-90天'),
          money('days180', '91-180天'),
          money('over180', '180天以上'),
          money('credits', '待冲减'),
          money('overdue', '逾期'),
          advance,
        ],
      ),
    rows: (tx, filters) => sql`${selectAgeing(tx, side, filters as AccountFilters)} order by partner_code`,
    frame: async (tx, filters) => ({ totals: await accountAgeingTotals(tx, side, filters as AccountFilters) }),
  })
  registerExport(`${key}_statement`, {
    title: `${title}对账单`,
    columns: (tx) =>
      visible(
        tx,
        side,
        [date('bizDate', '日期'), text('billNo', '单号', 20), text('summary', '摘要', 30)],
        [money('increase', '增加'), money('decrease', '减少'), money('balance', '余额')],
      ),
    rows: (tx, filters) => selectStatement(tx, side, queryOf(filters)),
    frame: (tx, filters) => statementFrame(tx, side, queryOf(filters)),
    subject: (tx, filters) => nameOfPartner(tx, queryOf(filters)),
  })
}

/** Makes 收付单据 exportable. */
export function exportReceipts(): void {
  registerExport('receipts', {
    title: '收付单据',
    columns: (tx) => [
      text('purpose', '类型'),
      text('billNo', '单号', 20),
      text('orgName', '企业', 20),
      date('bizDate', '日期'),
      text('partnerName', '单位', 24),
      text('accountName', '账户'),
      money('income', '收入'),
      money('expense', '支出'),
      ...(sees(tx.caller, 'account_balance') ? [money('balance', '余额')] : []),
      text('summary', '摘要', 30),
      text('handlerName', '经手人'),
      text('posterName', '审核人'),
    ],
    rows: (tx, filters) => sql`${selectReceipts(tx, filters as ReceiptFilters)} order by biz_date desc, id desc`,
    frame: async (tx, filters) => ({ totals: await receiptTotals(tx, filters as ReceiptFilters) }),
  })
}
