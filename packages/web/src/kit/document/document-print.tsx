import { isPosted } from '@chepu/contract/kernel/states'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { templatesOfKind } from '@chepu/contract/kernel/print-template'
import { shopBase } from '@chepu/contract/shell/lookups'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../base/call'
import { goodsSheet, type PrintData, type PrintLayout, stateMark } from '../print/document-sheet'
import { PrintPreview } from '../print/print'
import { arrangeSheet } from '../print/print-arrange'
import { fullSheet } from '../print/print-kinds'
import type { PrintSheet } from '../print/print-template'
import { useSession } from '../base/session'
import { useCall } from '../base/use-call'
import { paperOf } from './document-screens'

const standard: readonly PrintLayout[] = [{}]
const none: never[] = []
const idOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const stale = 5 * 60_000

/** Address and telephone of the organisation, as its papers show them. */
export function useContact(): string | undefined {
  const shop = useCall(shopBase, {}, { stale })
  if (shop.isPending) return undefined
  const { tel = '', address = '' } = shop.data ?? {}
  return [tel && `电话：${tel}`, address && `地址：${address}`].filter(Boolean).join('  ')
}

/**
 * Print preview of documents of one kind, for lists and editors: reads them without counting; 打印 counts each, so that the
 * paper says 第N次打印 from the second on (business/lists 2.7). Offered are the kind's own papers and the templates of the
 * organisation; its default template of the chosen paper comes first.
 */
export function DocumentPrint(props: {
  document: AnyDocument
  ids: readonly number[]
  onPrinted?: (() => void) | undefined
  onClose: () => void
}) {
  const { document: def, ids } = props
  const session = useSession()
  const { orgName } = session
  const contact = useContact()
  const routes = def.routes
  const { data: paper } = useSuspenseQuery({
    queryKey: ['paper', def.kind],
    queryFn: () => paperOf(def),
    staleTime: Infinity,
  })
  const documents = useQuery({
    queryKey: ['call', routes.read.path, 'print', ids],
    queryFn: () =>
      Promise.all(
        ids.map(async (id): Promise<PrintData> => {
          const [data, signature] = await Promise.all([call(routes.read, { params: { id } }), paper.signatureOf?.(id)])
          const header = { ...data.header, ...(await paper.besides?.(data.header)) }
          return { ...data, header, signature }
        }),
      ),
    retry: false,
  })
  const { prints: layouts = standard, sheet = goodsSheet } = paper
  const isInBooks = documents.data?.every(({ header }) => isPosted(def, String(header['state']))) ?? false
  const found = useCall(templatesOfKind, { params: { kind: def.kind } })
  const templates = found.data?.rows ?? none
  const ready = !found.isPending && contact !== undefined
  const count = async () => {
    const printNos: number[] = []
    for (const id of ids) printNos.push((await call(routes.print, { params: { id } })).printCount)
    props.onPrinted?.()
    return printNos
  }
  const sheetOf = (data: PrintData, choice: number): PrintSheet => {
    const layout = layouts[choice]
    if (layout) return sheet(def, data, layout, orgName)
    const template = templates[choice - layouts.length]
    const full = fullSheet(paper, data, orgName)
    return template ? arrangeSheet(full, template) : full
  }
  return (
    <PrintPreview
      title={`打印${def.title}`}
      papers={['a4', 'form', 'receipt']}
      layouts={[
        ...layouts.map(({ title, isFinal }) => ({ label: title ?? def.title, isWithheld: isFinal && !isInBooks })),
        ...templates.map(({ name, paper, isDefault }) => ({ label: name, paper, isDefault })),
      ]}
      sheets={(choice) =>
        (ready ? (documents.data ?? []) : none).map((data) => ({
          ...sheetOf(data, choice),
          mark: stateMark(def, data.header),
          contact,
        }))
      }
      onPrint={count}
      links={
        paper.link?.mayMake(session)
          ? { link: paper.link, subjects: (documents.data ?? none).map(({ header }) => idOf(header['partnerId'])) }
          : undefined
      }
      onClose={props.onClose}
    />
  )
}
