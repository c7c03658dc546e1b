import { type Statement, statementTitle } from '@chepu/contract/finance/accounts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { documentPath, newDocument } from '../../kit/document/document-screens'
import { Figure } from '../../kit/document/figure'
import { ExportButton } from '../../kit/list/export-button'
import { DateRangeFilter } from '../../kit/list/filters'
import { moneyText } from '../../kit/base/format'
import { PrintPreview } from '../../kit/print/print'
import type { PrintSheet } from '../../kit/print/print-template'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { FilterContext, type FilterState } from '../../kit/list/use-filters'
import { PartnerFilter } from '../../pickers/filters'
import '../../kit/document/document-editor.css'
import '../slip/slip.css'
import type { Side } from './side'
import { StatementLinkButton, statementOnPaper } from './statement-link'

const exported = ['bizDate', 'billNo', 'summary', 'increase', 'decrease', 'balance'].map((key) => ({ key }))

/** 对账单 of one partner over a period, to read, print on A4 or the three-part form, and export (business/finance 1.2). */
export function StatementPanel(props: { side: Side; filters: FilterState; head: ReactNode }) {
  const { side, filters } = props
  const { has } = useSession()
  const { open } = useTabs()
  const { partnerId, from, to } = filters.applied
  const query = { partnerId: Number.parseInt(partnerId ?? '0', 10), from: from ?? '', to: to ?? '' }
  const asked = partnerId !== undefined && from !== undefined && to !== undefined
  const found = useCall(side.routes.statement, { query }, { enabled: asked })
  const [printing, setPrinting] = useState(false)
  const { data } = found
  // Who may not see the partner's figures sends none of them.
  const mayLink = has(side.buttons.statement) && data?.closing !== undefined
  const message = found.error?.message ?? (asked ? '正在查询…' : '请选择往来单位和期间')
  return (
    <FilterContext value={filters}>
      <div className="lp slip-statement">
        {props.head}
        <div className="lp-filters">
          <PartnerFilter name="partnerId" role={side.roles} />
          <DateRangeFilter title="期间" />
        </div>
        <div className="lp-bar">
          <Button size="small" color="primary" variant="outlined" onClick={filters.apply}>
            查询
          </Button>
          <Button size="small" disabled={!data} onClick={() => setPrinting(true)}>
            打印对账单
          </Button>
          {mayLink && data && (
            <StatementLinkButton side={side} asked={query} name={`${data.partner.name} ${data.from} 至 ${data.to}`} />
          )}
          {has(side.buttons.export) && data && (
            <ExportButton route={side.routes.statementExport} filters={query} columns={exported} />
          )}
          {has(side.slip.button) && data && (
            <Button
              size="small"
              type="primary"
              onClick={() => open(newDocument(side.slip.document, { partnerId: data.partner.id }))}
            >
              {side.slip.title}
            </Button>
          )}
        </div>
        {data ? <StatementTable side={side} statement={data} /> : <p className="slip-empty">{message}</p>}
      </div>
      {printing && data && (
        <PrintPreview
          title="打印对账单"
          sheets={() => [{ ...statementSheet(side, data), takesQr: mayLink }]}
          links={mayLink ? statementOnPaper(side, query) : undefined}
          onClose={() => setPrinting(false)}
        />
      )}
    </FilterContext>
  )
}

/** A figure of a row with what it is, which a card says where there is no head of the table. */
function FigureCell({ title, amount }: { title: string; amount: string | null | undefined }) {
  return (
    <td className="right" data-title={title}>
      {amount == null ? undefined : moneyText(amount)}
    </td>
  )
}

function StatementTable({ side, statement }: { side: Side; statement: Statement }) {
  const { open } = useTabs()
  const owed = side.title.slice(0, 2)
  return (
    <>
      <div className="slip-scroll">
        <table aria-label="对账单">
          <thead>
            <tr>
              <th>日期</th>
              <th>单号</th>
              <th>摘要</th>
              <th className="right">{owed}增加</th>
              <th className="right">{owed}减少</th>
              <th className="right">余额</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{statement.from}</td>
              <td />
              <td>期初余额</td>
              <td />
              <td />
              <FigureCell title="余额" amount={statement.opening} />
            </tr>
            {statement.rows.map((row, i) => {
              const path = documentPath(row.docKind, row.docId)
              return (
                <tr key={`${row.docKind}/${row.docId}/${i}`}>
                  <td>{row.bizDate}</td>
                  <td>
                    {path ? (
                      <button type="button" className="kit-link" onClick={() => open(path)}>
                        {row.billNo}
                      </button>
                    ) : (
                      row.billNo
                    )}
                  </td>
                  <td>{row.summary}</td>
                  <FigureCell title={`${owed}增加`} amount={row.increase} />
                  <FigureCell title={`${owed}减少`} amount={row.decrease} />
                  <FigureCell title="余额" amount={row.balance} />
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="de-totals" aria-label="合计">
        <Figure title="期初" value={moneyText(statement.opening)} />
        <Figure title={`${side.advance}（未冲）`} value={moneyText(statement.advance)} />
        <Figure title="其中逾期" value={moneyText(statement.overdue)} />
        <Figure title="期末余额" value={moneyText(statement.closing)} strong />
      </div>
    </>
  )
}

/** The statement on paper; the partner signs and returns it. */
function statementSheet(side: Side, statement: Statement): PrintSheet {
  const { partner } = statement
  const opening = { bizDate: statement.from, summary: '期初余额', balance: statement.opening }
  return {
    organisation: statement.orgName,
    title: statementTitle(side.side),
    fields: [
      { title: '单位', value: partner.name },
      { title: '期间', value: `${statement.from} 至 ${statement.to}` },
      ...(partner.mobile ? [{ title: '电话', value: partner.mobile }] : []),
      { title: '期末余额', value: moneyText(statement.closing) },
      { title: `${side.advance}余额`, value: moneyText(statement.advance) },
      { title: '逾期', value: moneyText(statement.overdue) },
    ],
    columns: [
      { key: '#', title: '序号', share: 6 },
      { key: 'bizDate', title: '日期', kind: 'date', share: 12 },
      { key: 'billNo', title: '单号', share: 20 },
      { key: 'summary', title: '摘要', share: 26 },
      { key: 'increase', title: '增加', kind: 'money', share: 14 },
      { key: 'decrease', title: '减少', kind: 'money', share: 14 },
      { key: 'balance', title: '余额', kind: 'money', share: 15, total: false },
    ],
    lines: [opening, ...statement.rows],
    amount: statement.closing,
    signatures: [
      { title: '制表', value: '' },
      { title: '对方确认（盖章）', value: '' },
      { title: '日期', value: '' },
    ],
    foot: '请核对后签章寄回；如有不符请在单上注明。',
    settles: true,
  }
}
