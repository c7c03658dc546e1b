import { Button, Input, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { tableText } from '../grid/line-grid-paste'
import { PageModal } from '../ui/page-modal'
import { readSheet } from './read-sheet'

interface SheetDialogProps {
  title: string
  /** What the columns are, and what blanks mean. */
  hint: ReactNode
  /** What the place to paste into is called. */
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  /** Takes a file that was chosen; what it throws is told. Without it the file's cells are as if they had been pasted. */
  onFile?: (table: string[][]) => void | Promise<void>
  /** The button that takes what stands there. */
  take: ReactNode
  onClose: () => void
  /** What is wrong with what stands there. */
  children?: ReactNode
}

/** A dialog that takes rows pasted from a spreadsheet or read from a file. */
export function SheetDialog(props: SheetDialogProps) {
  const { text, onText, onFile, onClose } = props
  const [error, setError] = useState('')
  const change = (changed: string) => {
    setError('')
    onText(changed)
  }
  const readFile = async (file: File) => {
    setError('')
    try {
      const table = await readSheet(file)
      if (onFile) await onFile(table)
      else onText(tableText(table))
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : '文件无法读取')
    }
  }
  return (
    <PageModal
      open
      title={props.title}
      width={640}
      onCancel={onClose}
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
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        props.take,
      ]}
    >
      <p className="picker-hint">{props.hint}</p>
      <Input.TextArea
        autoFocus
        rows={10}
        value={text}
        aria-label={props.label}
        placeholder={props.placeholder}
        onChange={(event) => change(event.target.value)}
      />
      {error && (
        <p className="de-error" role="alert">
          {error}
        </p>
      )}
      {!error && props.children}
    </PageModal>
  )
}
