import { type PrintLayoutSpec, printLayout, type PrintPaper } from '@chepu/contract/kernel/print-template'
import { type SyntheticEvent, useDeferredValue, useRef } from 'react'
import { useContact } from '../../kit/document/document-print'
import type { FormValues } from '../../kit/form/master-form'
import { useSheetsHtml } from '../../kit/print/print'
import { arrangeSheet } from '../../kit/print/print-arrange'
import { fullSheet, type PrintKind } from '../../kit/print/print-kinds'
import { useSession } from '../../kit/base/session'
import type { Sample } from './sample'

/** The paper beside the form, drawn anew while the user types; what cannot be printed yet keeps the last good paper. */
export function TemplatePreview(props: { kind: PrintKind; sample: Sample; values: FormValues; paper: PrintPaper }) {
  const { kind, sample, paper } = props
  const values = useDeferredValue(props.values)
  const { orgName } = useSession()
  const contact = useContact()
  const last = useRef<PrintLayoutSpec>(undefined)
  const parsed = printLayout.safeParse(values)
  if (parsed.success) last.current = parsed.data
  const sheets = last.current ? [{ ...arrangeSheet(fullSheet(kind, sample.data, orgName), last.current), contact }] : []
  const html = useSheetsHtml(sheets, paper)
  return (
    <div className="pt-preview">
      <p>{sample.billNo ? `预览：${sample.billNo}` : '还没有可看的单据，按示例数据预览'}</p>
      <iframe title="打印预览" srcDoc={html} onLoad={fitWidth} />
    </div>
  )
}

/** Shows a paper that is wider than its frame as a whole; this one is looked at, never printed. */
function fitWidth(event: SyntheticEvent<HTMLIFrameElement>): void {
  const frame = event.currentTarget
  const paper = frame.contentDocument
  const sheet = paper?.querySelector('.sheet')
  if (!paper || !sheet) return
  const scale = (frame.clientWidth - 24) / sheet.getBoundingClientRect().width
  if (scale < 1) paper.body.style.zoom = String(scale)
}
