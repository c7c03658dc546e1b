import { Button, Input, Upload } from 'antd'
import { useState } from 'react'
import { PageModal } from '../ui/page-modal'
import { type LineSheet, lineSheet, parseTable } from '../grid/line-grid-paste'
import { readSheet } from './read-sheet'

/** 导入明细: rows pasted from a spreadsheet or read from a file; columns 编码或OE号, 数量, 单价, 货位, 批次. */
export function ImportDialog(props: { onDone: (sheet?: LineSheet) => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const sheet = lineSheet(parseTable(text))
  const count = sheet.rows.length
  const readFile = async (file: File) => {
    setError('')
    try {
      const found = lineSheet(await readSheet(file))
      if (found.rows.length === 0) setError('文件里没有明细')
      else props.onDone(found)
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : '文件无法读取')
    }
  }
  return (
    <PageModal
      open
      title="导入明细"
      width={640}
      onCancel={() => props.onDone()}
      footer={[
        <Upload
          key="file"
          className="de-import-file"
          accept=".xlsx,.csv,.txt"
          showUploadList={false}
          beforeUpload={(file) => {
            void readFile(file)
            return false
          }}
        >
          <Button>选择 Excel 或 CSV 文件…</Button>
        </Upload>,
        <Button key="cancel" onClick={() => props.onDone()}>
          取消
        </Button>,
        <Button key="take" type="primary" disabled={count === 0} onClick={() => props.onDone(sheet)}>
          {count > 0 ? `导入 ${count} 行` : '导入'}
        </Button>,
      ]}
    >
      <p className="picker-hint">
        从 Excel
        复制后粘贴到这里，或选择文件。没有表头时，各列依次为编码或OE号、数量、单价、货位、批次；有表头时顺序不限，本系统导出的明细可直接使用。数量空白按
        1，单价空白取系统价格。
      </p>
      <Input.TextArea
        autoFocus
        rows={10}
        value={text}
        aria-label="粘贴明细"
        placeholder={'04152-YZZA1\t10\t18.5\nP000123\t4\t62'}
        onChange={(event) => setText(event.target.value)}
      />
      {error && (
        <p className="de-error" role="alert">
          {error}
        </p>
      )}
    </PageModal>
  )
}
