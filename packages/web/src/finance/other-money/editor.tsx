import { type MoneyDirection, otherMoneyOf, otherMoneyPurposes } from '@chepu/contract/finance/other-money'
import { moneyDirections } from '@chepu/contract/basics/words'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { isZero, sumOf } from '@chepu/contract/kernel/decimal'
import { Segmented } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields, ListField } from '../../kit/document/document-header'
import { newDocument } from '../../kit/document/document-screens'
import { Figure } from '../../kit/document/figure'
import { fieldsOf } from '../../pickers/fields'
import { typedMoney } from '../../pickers/tender-lines'
import { TenderGrid } from '../../pickers/tenders'
import { slipStart } from '../slip/wanted'
import { useCategories } from './categories'
import { OtherMoneyStore } from './store'

const { DayField, DepartmentField, EmployeeField, MoneyField, PartnerField, SelectField, TextField } = fieldsOf(
  otherMoneyOf.in,
)

/** The editor of 其他收入单 and 其他支出单: what the money is for, and how it is paid or who owes it (business/money-slips 1). */
export function OtherMoneyEditor({ direction }: { direction: MoneyDirection }) {
  const def = otherMoneyOf[direction]
  const { defaults, tender } = slipStart(useScreenParams())
  const [store] = useState(() => new OtherMoneyStore(def, defaults, tender))
  return (
    <DocumentEditor<typeof otherMoneyOf.in>
      document={def as typeof otherMoneyOf.in}
      store={store.editor}
      totals={<Totals store={store} direction={direction} />}
    >
      <DirectionSwitch direction={direction} />
      <HeaderFields>
        <CategoryField direction={direction} />
        <SelectField name="purpose" options={otherMoneyPurposes} />
        <DayField name="bizDate" />
        <DepartmentField name="departmentId" />
        <Partner />
        <Owed />
        <EmployeeField name="handlerId" />
        <TextField name="remark" title="摘要" span={2} />
      </HeaderFields>
      <Tenders store={store} direction={direction} />
    </DocumentEditor>
  )
}

/** 收入 or 支出 of a document that is not saved yet: the other one is another kind, with a number of its own. */
function DirectionSwitch({ direction }: { direction: MoneyDirection }) {
  const { store } = useEditor()
  const { open } = useTabs()
  if (store.meta().id !== undefined) return null
  return (
    <Segmented<MoneyDirection>
      className="lp-tabs"
      aria-label="收支方向"
      value={direction}
      options={Object.entries(moneyDirections).map(([value, label]) => ({ value: value as MoneyDirection, label }))}
      onChange={(other) => open(newDocument(otherMoneyOf[other]))}
    />
  )
}

/** 类别: what the program alone books by is told of its documents, and not offered. */
function CategoryField({ direction }: { direction: MoneyDirection }) {
  return <ListField name="categoryId" options={useCategories(direction)} />
}

/** Whom it is with; who owes or is owed must be named. */
const Partner = () => <PartnerField name="partnerId" role={everyRole} required={useHeader()['purpose'] === 'owed'} />

/** Amount and due day of what is owed. */
function Owed() {
  if (useHeader()['purpose'] !== 'owed') return null
  return (
    <>
      <MoneyField name="total" required />
      <DayField name="dueOn" />
    </>
  )
}

function Tenders({ store, direction }: { store: OtherMoneyStore; direction: MoneyDirection }) {
  const begin = useCallback(() => store.begin(), [store])
  if (useHeader()['purpose'] === 'owed') return null
  return <TenderGrid store={store.tenders} isIn={direction === 'in'} onPreset={begin} />
}

/** 合计: what is paid and its fee, or what is owed. */
function Totals({ store, direction }: { store: OtherMoneyStore; direction: MoneyDirection }) {
  const { purpose, total } = useHeader()
  const { paid, fee } = usePaid(store)
  const isOwed = purpose === 'owed'
  const word = { in: isOwed ? '应收' : '收款合计', out: isOwed ? '应付' : '付款合计' }[direction]
  return (
    <div className="de-totals" aria-label="合计">
      {!isOwed && !isZero(fee) && <Figure title="手续费" value={moneyText(fee)} />}
      <Figure title={word} value={moneyText(isOwed ? typedMoney(String(total ?? '')) : paid)} strong />
    </div>
  )
}

/** What the accounts come to and their fees, following each edit. */
function usePaid(store: OtherMoneyStore): { paid: string; fee: string } {
  const [sums, setSums] = useState(() => paidOf(store))
  useEffect(() => {
    const count = () => setSums(paidOf(store))
    count()
    const stops = [store.editor.onChange(count), store.editor.subscribe(count)]
    return () => stops.forEach((stop) => stop())
  }, [store])
  return sums
}

function paidOf({ tenders }: OtherMoneyStore) {
  const lines = tenders.filled()
  return {
    paid: sumOf(lines, ({ amount }) => typedMoney(amount)),
    fee: sumOf(lines, (line) => typedMoney(line.fee)),
  }
}
