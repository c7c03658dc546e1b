import { Button, Segmented, Select } from 'antd'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { PageModal } from './page-modal'
import { type Label, labelsHtml, type PaperKey, papers, printHtml, type PrintSheet } from './print-template'
import { barcodeSvg } from './barcode'

const paperKey = 'chepu.print.paper'
const documentPapers: readonly PaperKey[] = ['a4', 'form']

/** The paper of the last print, when it is one of those offered; the first otherwise. */
const savedPaper = (offered: readonly PaperKey[]): PaperKey =>
  offered.find((paper) => paper === localStorage.getItem(paperKey)) ?? offered[0] ?? 'a4'

export interface PrintPreviewProps {
  title: string
  /** Layouts to choose from, for example 销售单 and 发货单; none when there is only one. */
  layouts?: readonly string[]
  /** Papers to choose from; A4 and the three-part form by default. */
  papers?: readonly PaperKey[]
  /** The sheets in a layout. */
  sheets: (layout: number) => readonly PrintSheet[]
  /** Counts the print before the paper is drawn: the print number of each sheet. Throws when it is refused. */
  onPrint?: () => Promise<readonly number[]>
  onClose: () => void
}

/** Preview on A4 or the three-part form, then the browser's print dialog. The paper is remembered on this computer. */
export function PrintPreview(props: PrintPreviewProps) {
  const { papers: offered = documentPapers } = props
  const [paper, setPaper] = useState(() => savedPaper(offered))
  const [layout, setLayout] = useState(0)
  const [busy, setBusy] = useState(false)
  const [print, setPrint] = useState<{ no: number; printNos: readonly number[] }>({ no: 0, printNos: [] })
  const printed = useRef(0)
  const sheets = props.sheets(layout).map((sheet, i) => ({ ...sheet, printNo: print.printNos[i] ?? sheet.printNo }))
  const html = useHtml(sheets, paper)
  const choosePaper = (next: PaperKey) => {
    localStorage.setItem(paperKey, next)
    setPaper(next)
  }
  const ask = async () => {
    setBusy(true)
    try {
      const printNos = (await props.onPrint?.()) ?? []
      setPrint((old) => ({ no: old.no + 1, printNos }))
    } catch {
      // The refused call has already told the user why.
    } finally {
      setBusy(false)
    }
  }
  // Each print draws a fresh frame, so that the dialog opens over the counted paper (第N次打印).
  const onLoad = (event: SyntheticEvent<HTMLIFrameElement>) => {
    if (printed.current === print.no) return
    printed.current = print.no
    event.currentTarget.contentWindow?.print()
  }
  return (
    <PageModal
      open
      title={props.title}
      width="min(1000px, 96vw)"
      onCancel={props.onClose}
      footer={[
        <Button key="close" onClick={props.onClose}>
          关闭
        </Button>,
        <Button key="print" type="primary" loading={busy} disabled={html === ''} onClick={() => void ask()}>
          打印
        </Button>,
      ]}
    >
      <div className="lp-bar">
        <Segmented
          size="small"
          value={paper}
          options={offered.map((value) => ({ value, label: papers[value].label }))}
          onChange={choosePaper}
        />
        {(props.layouts?.length ?? 0) > 1 && (
          <Select
            size="small"
            aria-label="打印格式"
            value={layout}
            options={props.layouts?.map((label, value) => ({ value, label })) ?? []}
            onChange={setLayout}
          />
        )}
      </div>
      <iframe key={print.no} title="打印预览" className="kit-print" srcDoc={html} onLoad={onLoad} />
    </PageModal>
  )
}

/** HTML of the sheets with the barcodes of their numbers, once those are drawn. */
function useHtml(sheets: readonly PrintSheet[], paper: PaperKey): string {
  const numbers = sheets.flatMap((sheet) => (sheet.number ? [sheet.number] : [])).join('\n')
  const [barcodes, setBarcodes] = useState<ReadonlyMap<string, string>>()
  useEffect(() => {
    let wanted = true
    const all = numbers.split('\n').filter(Boolean)
    void Promise.all(all.map(async (text) => [text, await barcodeSvg(text)] as const)).then((pairs) => {
      if (wanted) setBarcodes(new Map(pairs))
    })
    return () => {
      wanted = false
    }
  }, [numbers])
  if (!barcodes) return ''
  return printHtml(
    sheets.map((sheet) => ({ ...sheet, barcode: sheet.number && barcodes.get(sheet.number) })),
    paper,
  )
}

/** A sticker before its barcode is drawn. */
export type LabelText = Omit<Label, 'barcode'> & { copies?: number }

/** Prints 60x40 mm stickers (配件标签, 货位标签) through a hidden frame. */
export async function printLabels(labels: readonly LabelText[]): Promise<void> {
  const drawn = await Promise.all(labels.map(async (label) => ({ ...label, barcode: await barcodeSvg(label.code) })))
  printPage(labelsHtml(drawn.flatMap((label) => Array.from({ length: label.copies ?? 1 }, () => label))))
}

/** Prints sheets without a preview, for example a list. */
export const printSheets = (sheets: readonly PrintSheet[], paper: PaperKey = 'a4'): void =>
  printPage(printHtml(sheets, paper))

function printPage(html: string): void {
  const frame = document.createElement('iframe')
  frame.className = 'kit-print-hidden'
  frame.title = '打印'
  frame.srcdoc = html
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
    frame.contentWindow?.print()
  })
  document.body.append(frame)
}
