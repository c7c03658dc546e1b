import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { postingActions } from '../kernel/document'
import { defineMoneyDocument, moneyHeader, moneySections } from '../kernel/money-document'
import { oneOf } from '../kernel/labelled'
import { reference } from '../kernel/references'
import { amount, day, id } from '../kernel/scalars'

const group = 'other_money'

/** Whether money comes in or goes out. */
export type MoneyDirection = 'in' | 'out'

/** Money now, or an amount that a partner owes or is owed until it is settled (business/money-slips 1). */
export const otherMoneyPurposes = { cash: '现结', owed: '挂账' } as const

/** The account on which an amount stands that is not paid at once. */
export const sideOfDirection = { in: 'AR', out: 'AP' } as const satisfies Record<MoneyDirection, string>

const header = moneyHeader.extend({
  partnerId: id.nullable().default(null).meta({ title: '往来单位' }),
  departmentId: reference('department').nullable().default(null).meta({ title: '部门' }),
  purpose: oneOf(otherMoneyPurposes).default('cash').meta({ title: '结算' }),
  categoryId: id.meta({ title: '类别' }),
  /** Of what is owed; money that is paid at once is what its accounts come to. */
  total: amount.default('0').meta({ title: '金额' }),
  dueOn: day.nullable().default(null).meta({ title: '到期日' }),
})

/** Money that is no trade, one way of it; both are the same but for the direction (business/money-slips 1). */
const otherMoney = <const Kind extends string>(kind: Kind, title: string, prefix: string, path: string) =>
  defineMoneyDocument({
    kind,
    title,
    prefix,
    path,
    area: 'finance',
    partnerTitle: '往来单位',
    buttons: { view: pageOf(group), add: button(group, 'add'), update: button(group, 'add') },
    header,
    answers: { categoryName: z.string().nullable() },
    sections: { tenders: moneySections.tenders },
    columns: {
      categoryName: { title: '类别', width: 96, sort: false, filter: 'id', isKey: true, chars: 16, value: z.string() },
      departmentName: { title: '部门', width: 90, sort: false, filter: 'id', value: z.string().nullable() },
      dueOn: { kind: 'date', value: z.string().nullable() },
    },
    actions: postingActions({
      submit: button(group, 'add'),
      approve: button(group, 'approve'),
      unapprove: button(group, 'reverse'),
      reverse: button(group, 'reverse'),
      void: button(group, 'add'),
    }),
  })

/** 其他收入单: interest, scrap, rent that others pay (business/money-slips 1). */
export const otherIncome = otherMoney('other_income', '其他收入单', 'SR', 'other-income')
/** 其他支出单: rent, wages, water and power (business/money-slips 1). */
export const otherExpense = otherMoney('other_expense', '其他支出单', 'ZC', 'other-expense')

/** The kinds of other money, by direction. */
export const otherMoneyOf = { in: otherIncome, out: otherExpense } as const

/** Categories that the program itself books by, by direction (business/money-slips 1.1). */
export const differenceCategories = { in: '长款', out: '短款' } as const satisfies Record<MoneyDirection, string>

/** Whether the program alone books by a category; 手续费 is its own as well, and entered by hand where the bank takes a fee of its own. */
export const isDifference = (category: { direction: MoneyDirection; name: string; isSystem: boolean }): boolean =>
  category.isSystem && category.name === differenceCategories[category.direction]
