import {
  type MoneyDirection,
  type otherExpense,
  type otherIncome,
  otherMoneyOf,
  otherMoneyPurposes,
  sideOfDirection,
} from '@chepu/contract/finance/other-money'
import { isZero, money } from '@chepu/contract/kernel/decimal'
import { type SlipFigures, slipFigures } from '@chepu/contract/kernel/money-document'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { nameBeside } from '../../kernel/document/own-columns'
import type { MoneyTraits, SlipRequest } from '../../kernel/money/types'
import { assertCategory } from './category'

type OtherMoney = typeof otherIncome | typeof otherExpense

/** What is paid by the accounts, or the amount that is owed; nothing of it is settled or left as an advance. */
function figures({ header, tenders }: SlipRequest): SlipFigures {
  const owed = { total: money(String(header.total)), fee: '0.00' }
  const { total, fee } = header.purpose === 'owed' ? owed : slipFigures(tenders, [], false)
  return { total, fee, writtenOff: '0.00', discount: '0.00', advance: '0.00' }
}

/** One direction of other money on the server (business/money-slips 1). */
const traitsOf = <Def extends OtherMoney>(def: Def, direction: MoneyDirection): MoneyTraits<Def> => ({
  def,
  purposes: otherMoneyPurposes,
  figures,
  async check(tx, request, { total }) {
    await assertCategory(tx, { id: request.header['categoryId'] as number, direction })
    assertOneWay(request)
    if (request.header.purpose === 'owed') await assertActivePartner(tx, request.header.partnerId as number)
    if (isZero(total)) refuse('请录入金额')
  },
  // What is owed stands on an account of its partner; of money nothing does.
  complete: (_tx, { header }) => {
    const isOwed = header.purpose === 'owed'
    return Promise.resolve({
      side: isOwed ? sideOfDirection[direction] : null,
      dueOn: isOwed ? (header['dueOn'] ?? null) : null,
    })
  },
  answers: async (tx, id) => ({ categoryName: await categoryNameOf(tx, id) }),
  columns: {
    categoryName: nameBeside('expense_category', 'category_id'),
    departmentName: nameBeside('department', 'department_id'),
  },
})

/** Money has accounts, what is owed has a partner; a document has one of both. */
function assertOneWay({ header, tenders, items }: SlipRequest): void {
  if (items.length > 0) refuse('其他收支不核销单据')
  if (header.purpose === 'owed') {
    if (typeof header.partnerId !== 'number') invalid([{ path: 'header.partnerId', message: '挂账请选择往来单位' }])
    if (tenders.length > 0) invalid([{ path: 'tenders', message: '挂账不录入收付款账户' }])
    return
  }
  if (tenders.length === 0) refuse('请录入收付款账户和金额')
}

/** Nothing more is owed with who is out of use; what is owed already is still paid. */
async function assertActivePartner(tx: CallerTx, partnerId: number): Promise<void> {
  const partner = await tx.one<{ name: string; isActive: boolean }>({
    name: 'partner-of-owed',
    text: 'select name, is_active from partner where group_id = $1 and id = $2',
    values: [tx.groupId, partnerId],
  })
  if (partner && !partner.isActive)
    invalid([{ path: 'header.partnerId', message: `往来单位 ${partner.name} 已停用，不能挂账` }])
}

async function categoryNameOf(tx: CallerTx, id: number): Promise<string | null> {
  const row = await tx.one<{ name: string }>({
    name: 'category-name-of-slip',
    text: `select c.name from money_slip d join expense_category c on c.group_id = d.group_id and c.id = d.category_id
      where d.group_id = $1 and d.id = $2`,
    values: [tx.groupId, id],
  })
  return row?.name ?? null
}

/** 其他收入单 on the server. */
export const otherIncomeTraits = traitsOf(otherMoneyOf.in, 'in')
/** 其他支出单 on the server. */
export const otherExpenseTraits = traitsOf(otherMoneyOf.out, 'out')
