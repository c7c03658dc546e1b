import { type PrintPaper, printPapers } from '@chepu/contract/kernel/print-template'
import { Button, Segmented, Select } from 'antd'
import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { barcodeSvg } from './barcode'
import { PageModal } from '../ui/page-modal'
import { fitReceipts, receiptHtml } from './print-receipt'
import { type SheetLinks, usePrintLinks } from './print-link'
import { useSite } from '../base/use-site'
import { measureFlow } from './print-measure'
import { cutPages } from './print-pages'
import { flowHtml, type PaperKey, papers, printHtml, type PrintQr, type PrintSheet } from './print-template'

/** A paper to choose: one of the pages, or the till's strip. */
type PrintPaperKey = PaperKey | PrintPaper

const paperLabel = (paper: PrintPaperKey) => (paper === 'receipt' ? printPapers.receipt : papers[paper].label)

const paperKey = 'chepu.print.paper'
const documentPapers: readonly PrintPaperKey[] = ['a4', 'form']

/** The paper of the last print, when it is one of those offered; the first otherwise. */
const savedPaper = (offered: readonly PrintPaperKey[]): PrintPaperKey =>
  offered.find((paper) => paper === localStorage.getItem(paperKey)) ?? offered[0] ?? 'a4'

/** A layout to choose. One that names a paper is offered on that paper alone. */
interface PrintChoice {
  label: string
  paper?: PrintPaperKey
  /** Chosen when its paper is. */
  isDefault?: boolean
  /** Not to be had of these documents yet. */
  isWithheld?: boolean | undefined
}

interface PrintPreviewProps {
  title: string
  /** Layouts to choose from, for example 销售单 and 发货单; none when there is only one. */
  layouts?: readonly PrintChoice[]
  /** Papers to choose from; A4 and the three-part form by default. */
  papers?: readonly PrintPaperKey[]
  /** The sheets in a layout, by its place among `layouts`. */
  sheets: (layout: number) => readonly PrintSheet[]
  /** Counts the print before the paper is drawn: the print number of each sheet. Throws when it is refused. */
  onPrint?: () => Promise<readonly number[]>
  /** Links that the sheets of `sheets` may carry, in their order. */
  links?: SheetLinks | undefined
  onClose: () => void
}

/** What was printed how often since the preview was opened, with the numbers and codes of the last time. */
interface Printed {
  no: number
  printNos: readonly number[]
  codes: readonly (PrintQr | undefined)[]
}

const noChoices: readonly PrintChoice[] = []

/** Places of the layouts that a paper offers, and which of them is shown: what the user took, else the paper's default. */
function choicesOn(paper: PrintPaperKey, choices: readonly PrintChoice[], taken: number | undefined) {
  const offered = choices.flatMap((choice, i) =>
    !choice.isWithheld && (choice.paper === undefined || choice.paper === paper) ? [i] : [],
  )
  const preset = offered.find((i) => choices[i]?.isDefault) ?? 0
  return { offered, shown: taken !== undefined && offered.includes(taken) ? taken : preset }
}

/** Preview on one of the papers, then the browser's print dialog. The paper is remembered on this computer. */
export function PrintPreview(props: PrintPreviewProps) {
  const { papers: papersOffered = documentPapers, layouts = noChoices } = props
  const [paper, setPaper] = useState(() => savedPaper(papersOffered))
  const [taken, setTaken] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [print, setPrint] = useState<Printed>({ no: 0, printNos: [], codes: [] })
  const printed = useRef(0)
  const { offered, shown } = choicesOn(paper, layouts, taken)
  const { settlementNote } = useSite()
  const { tick, make } = usePrintLinks(props.links)
  const sheets = props.sheets(shown).map((sheet, i) => ({
    ...sheet,
    qr: sheet.takesQr ? print.codes[i] : undefined,
    printNo: print.printNos[i] ?? sheet.printNo,
    foot: [sheet.foot, sheet.settles && settlementNote].filter(Boolean).join(' '),
  }))
  const html = useSheetsHtml(sheets, paper)
  const choosePaper = (next: PrintPaperKey) => {
    localStorage.setItem(paperKey, next)
    setPaper(next)
  }
  const ask = async () => {
    setBusy(true)
    try {
      const printNos = (await props.onPrint?.()) ?? []
      const codes = sheets.some(({ takesQr }) => takesQr) ? await make() : []
      setPrint((old) => ({ no: old.no + 1, printNos, codes }))
    } catch {
      // The refused call has already told the user why.
    } finally {
      setBusy(false)
    }
  }
  // Each print draws a fresh frame, so that the dialog opens over the counted paper (第N次打印).
  const onLoad = (event: SyntheticEvent<HTMLIFrameElement>) => {
    const { contentDocument, contentWindow } = event.currentTarget
    if (paper === 'receipt' && contentDocument) fitReceipts(contentDocument)
    if (printed.current === print.no) return
    printed.current = print.no
    contentWindow?.print()
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
          options={papersOffered.map((value) => ({ value, label: paperLabel(value) }))}
          onChange={choosePaper}
        />
        {offered.length > 1 && (
          <Select
            size="small"
            aria-label="打印格式"
            popupMatchSelectWidth={false}
            value={shown}
            options={offered.map((value) => ({ value, label: layouts[value]?.label }))}
            onChange={setTaken}
          />
        )}
        {sheets.some(({ takesQr }) => takesQr) && tick}
      </div>
      <iframe key={print.no} title="打印预览" className="kit-print" srcDoc={html} onLoad={onLoad} />
    </PageModal>
  )
}

/** HTML of the sheets with the barcodes of their numbers, once those are drawn. */
export function useSheetsHtml(sheets: readonly PrintSheet[], paper: PrintPaperKey): string {
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
  const drawn = sheets.map((sheet) => ({ ...sheet, barcode: sheet.number && barcodes?.get(sheet.number) }))
  const cuts = useCuts(drawn, paper)
  if (!barcodes) return ''
  return paper === 'receipt' ? receiptHtml(drawn) : printHtml(drawn, paper, cuts)
}

/** Where the sheets are cut into pages; measured again only when something else stands on them. */
function useCuts(sheets: readonly PrintSheet[], paper: PrintPaperKey): number[][] {
  const flow = paper === 'receipt' ? '' : flowHtml(sheets, paper)
  return useMemo(() => (paper === 'receipt' ? [] : measureFlow(flow, paper).map(cutPages)), [flow, paper])
}
