import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { documentPath, documentScreen } from './document-screens'
import { moneyText, qtyText } from '../base/format'
import { PageModal } from '../ui/page-modal'
import { StateTag } from '../ui/state-tag'
import { useTabs } from '../base/tabs'
import { useCall } from '../base/use-call'

const relations = {
  source: '来源单据',
  target: '后续单据',
  red: '红字单据',
  redOf: '被红冲单据',
  settlement: '收付款核销',
} as const

/** 关联单据: what this document came from, what became of it, and its settlements; each opens in its own tab. */
export function RelatedDialog(props: { document: AnyDocument; id: number; billNo: string; onClose: () => void }) {
  const { open } = useTabs()
  const related = useCall(props.document.routes.related, { params: { id: props.id } })
  const rows = related.data ?? []
  return (
    <PageModal open title={`关联单据：${props.billNo}`} footer={null} width={720} onCancel={props.onClose}>
      {related.error && <p role="alert">{related.error.message}</p>}
      {related.isPending && <p>正在加载…</p>}
      {related.isSuccess && rows.length === 0 && <p>没有关联单据</p>}
      {rows.length > 0 && (
        <div className="de-related">
          <table aria-label="关联单据">
            <thead>
              <tr>
                {['关系', '单据', '单号', '日期', '状态', '数量', '金额'].map((title) => (
                  <th key={title}>{title}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const path = documentPath(row.kind, row.id)
                return (
                  <tr key={`${row.kind}/${row.id}/${row.relation}`}>
                    <td>{relations[row.relation]}</td>
                    <td>{documentScreen(row.kind)?.title}</td>
                    <td>
                      {path ? (
                        <button
                          type="button"
                          className="kit-link"
                          onClick={() => {
                            props.onClose()
                            open(path)
                          }}
                        >
                          {row.billNo}
                        </button>
                      ) : (
                        row.billNo
                      )}
                    </td>
                    <td>{row.bizDate}</td>
                    <td>
                      <StateTag state={row.state} labels={{ [row.state]: row.stateName }} />
                    </td>
                    <td className="right">{qtyText(row.qty)}</td>
                    <td className="right">{moneyText(row.amount)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </PageModal>
  )
}
