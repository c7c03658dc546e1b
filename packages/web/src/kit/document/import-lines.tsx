import { Button } from 'antd'
import { useState } from 'react'
import { type LineSheet, lineSheet, parseTable } from '../grid/line-grid-paste'
import { SheetDialog } from './sheet-dialog'

/** 导入明细: rows pasted from a spreadsheet or read from a file; columns 编码或OE号, 数量, 单价, 货位, 批次. */
export function ImportDialog(props: { onDone: (sheet?: LineSheet) => void }) {
  const [text, setText] = useState('')
  const sheet = lineSheet(parseTable(text))
  const count = sheet.rows.length
  const takeFile = (table: string[][]) => {
    const found = lineSheet(table)
    if (found.rows.length === 0) throw new Error('文件里没有明细')
    props.onDone(found)
  }
  return (
    <SheetDialog
      title="导入明细"
      hint="从 Excel 复制后粘贴到这里，或选择文件。没有表头时，各列依次为编码或OE号、数量、单价、货位、批次；有表头时顺序不限，本系统导出的明细可直接使用。数量空白按 1，单价空白取系统价格。"
      label="粘贴明细"
      placeholder={'04152-YZZA1\t10\t18.5\nP000123\t4\t62'}
      text={text}
      onText={setText}
      onFile={takeFile}
      take={
        <Button key="take" type="primary" disabled={count === 0} onClick={() => props.onDone(sheet)}>
          {count > 0 ? `导入 ${count} 行` : '导入'}
        </Button>
      }
      onClose={() => props.onDone()}
    />
  )
}
