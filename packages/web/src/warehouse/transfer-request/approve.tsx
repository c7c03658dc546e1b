import { isZero } from '@chepu/contract/kernel/decimal'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import type { EditorApi } from '../../kit/document/document-context'
import { type AskedLine, LinesDialog } from '../transfers/lines-dialog'

/** 部分批准: how much of each line is sent. */
export function ApproveButton({ editor }: { editor: EditorApi }) {
  const [lines, setLines] = useState<readonly AskedLine[]>()
  const show = async () => {
    const found = await call(transferRequest.routes.read, { params: { id: editor.id ?? 0 } })
    setLines(found.lines.map((line) => ({ ...line, most: line.qty })))
  }
  return (
    <>
      <Button size="small" onClick={() => void show()}>
        部分批准
      </Button>
      {lines && (
        <LinesDialog
          title={`部分批准 ${editor.billNo}`}
          mostTitle="申请数量"
          columns={{ qty: '批准数量' }}
          isFull
          lines={lines}
          okText="批准"
          problemOf={(typed) =>
            typed.every(({ qty = '' }) => qty === '' || isZero(qty)) ? '批准数量全部为0，请改用驳回' : undefined
          }
          onConfirm={(typed) =>
            editor.act('approve', { lines: lines.map(({ id }, i) => ({ lineId: id, qty: typed[i]?.['qty'] || '0' })) })
          }
          onClose={() => setLines(undefined)}
        />
      )}
    </>
  )
}
