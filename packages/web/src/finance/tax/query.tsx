import { button } from '@chepu/contract/access/catalogue'
import {
  setTaxCredit,
  taxEntries,
  taxFigures,
  type TaxFigure,
  taxpayersRoute,
  taxRegister,
  type TaxRow,
} from '@chepu/contract/finance/tax-register'
import { monthText } from '@chepu/contract/kernel/calendar'
import { isZero } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { useState } from 'react'
import type { z } from 'zod'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { documentPath } from '../../kit/document/document-screens'
import { FormDialog } from '../../kit/form/form-dialog'
import { listOf } from '../../kit/list/columns'
import { SelectFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { MonthFilter } from './month-filter'
import './tax.css'

/** The entries behind a figure of a row. */
const behind = (figure: TaxFigure, of: (row: TaxRow) => string | null) => ({
  href(row: TaxRow) {
    const value = of(row)
    if (value === null || isZero(value)) return undefined
    const { monthNo, taxpayer, rateName, isSum } = row
    const rate = isSum || figure === 'transferred' ? '' : `&rateName=${encodeURIComponent(rateName)}`
    return `/taxMoney?tab=entries&fromMonth=${monthNo}&toMonth=${monthNo}&taxpayer=${taxpayer}&figure=${figure}${rate}`
  },
})

const register = listOf(taxRegister, {
  issuedUntaxed: behind('issued', (row) => row.issuedUntaxed),
  issuedTax: behind('issued', (row) => row.issuedTax),
  uninvoicedUntaxed: behind('uninvoiced', (row) => row.uninvoicedUntaxed),
  uninvoicedTax: behind('uninvoiced', (row) => row.uninvoicedTax),
  inputUntaxed: behind('input', (row) => row.inputUntaxed),
  inputTax: behind('input', (row) => row.inputTax),
  transferredTax: behind('transferred', (row) => row.transferredTax),
})
const entries = listOf(taxEntries, { billNo: { href: (row) => documentPath(row.sourceKind, row.sourceId) } })

/** 税金管理: value added tax by month, taxpayer and rate, and what each figure is made of (business/tax). */
export default function TaxMoney() {
  const { has } = useSession()
  const { data: taxpayers = [] } = useCall(taxpayersRoute)
  const [credit, setCredit] = useState<{ row: TaxRow; refresh: () => void }>()
  const wholeCompanies = new Map(
    taxpayers.flatMap(({ key, companyId, kind, isWhole }) =>
      companyId !== null && kind === 'general' && isWhole ? [[key, companyId] as const] : [],
    ),
  )
  const filters = (
    <>
      <MonthFilter name="fromMonth" title="期间自" />
      <MonthFilter name="toMonth" title="至" />
      <SelectFilter
        name="taxpayer"
        title="主体"
        options={Object.fromEntries(taxpayers.map(({ key, name }) => [key, name]))}
      />
    </>
  )
  const mayExport = has(button('invoice', 'export'))
  const maySet = ({ isSum, taxpayer }: TaxRow) =>
    isSum && wholeCompanies.has(taxpayer) && has(button('invoice', 'receive'))
  return (
    <>
      <QueryPage
        name="taxMoney"
        defaults={{ fromMonth: `${shanghaiDay().slice(0, 4)}01` }}
        tabs={[
          queryTab({
            ...register,
            export: mayExport ? register.export : undefined,
            key: 'register',
            title: '税金',
            nothing: '这段时间没有销项、进项和未开票销售',
            keyOf: (row) => row.key,
            rowClass: (row) => (row.isSum ? 'is-sum' : undefined),
            rowActions: (row, _drill, { refresh }) =>
              maySet(row) ? [{ key: 'credit', label: '上期留抵', run: () => setCredit({ row, refresh }) }] : [],
            filters,
          }),
          queryTab({
            ...entries,
            export: mayExport ? entries.export : undefined,
            key: 'entries',
            title: '明细',
            keyOf: (row) => row.key,
            filters: (
              <>
                {filters}
                <SelectFilter name="figure" title="项目" options={taxFigures} />
              </>
            ),
          }),
        ]}
      />
      {credit && (
        <CreditDialog
          {...credit}
          companyId={wholeCompanies.get(credit.row.taxpayer) as number}
          onClose={() => setCredit(undefined)}
        />
      )}
    </>
  )
}

/** 上期留抵 as it was declared; empty takes it back. */
function CreditDialog(props: { row: TaxRow; companyId: number; refresh: () => void; onClose: () => void }) {
  const { row, companyId } = props
  const { monthNo: month, taxpayerName } = row
  return (
    <FormDialog
      title={`${taxpayerName}　${monthText(month)} 上期留抵`}
      schema={setTaxCredit.body}
      preset={{ companyId, month }}
      fields={[
        {
          name: 'credit',
          title: '上期留抵税额',
          kind: 'decimal',
          initial: row.carriedIn,
          help: '按申报表填写，从这个月起结转；留空恢复为系统计算',
        },
        { name: 'remark', title: '说明' },
      ]}
      onSave={(body: z.output<typeof setTaxCredit.body>) => ({
        route: setTaxCredit,
        body: { ...body, companyId, month, credit: body.credit || null },
      })}
      onSaved={() => {
        toast.success('已保存')
        props.refresh()
        props.onClose()
      }}
      onClose={props.onClose}
    />
  )
}
