import type { balanceExport, profitExport } from '@chepu/contract/finance/books'
import { Button } from 'antd'
import { useState } from 'react'
import { ExportButton } from '../../kit/list/export-button'
import { PrintPreview } from '../../kit/print/print'
import type { PrintField, PrintSheet } from '../../kit/print/print-template'

/** Who signs a statement of the books on paper. */
export const statementSignatures: readonly PrintField[] = [
  { title: '单位负责人', value: '' },
  { title: '会计主管', value: '' },
  { title: '制表', value: '' },
]

/** 打印 on A4, and 导出 for who may, of a statement of the books (business/books 8). */
export function StatementTools(props: {
  name: string
  route: typeof profitExport | typeof balanceExport
  month: number
  sheet: () => PrintSheet
}) {
  const { name, route, month } = props
  const [printing, setPrinting] = useState(false)
  return (
    <span className="books-tools">
      <Button size="small" onClick={() => setPrinting(true)}>
        打印
      </Button>
      <ExportButton route={route} filters={{ month }} columns={[]} />
      {printing && (
        <PrintPreview
          title={`打印${name}`}
          papers={['a4']}
          sheets={() => [props.sheet()]}
          onClose={() => setPrinting(false)}
        />
      )}
    </span>
  )
}
