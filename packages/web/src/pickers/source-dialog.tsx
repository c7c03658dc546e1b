import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import type { DialogProps } from '../kit/ui/use-dialog'
import { ChoiceDialog } from './choice-dialog'
import { useSourceSearch } from './source-search'

interface SourceQuestion {
  /** Kind of the document in hand. */
  target: string
  /** Kinds of documents that may be its source. */
  sources: readonly { kind: string; title: string }[]
  roles: PartnerRole | readonly PartnerRole[]
  partner?: { id: number; name: string } | undefined
  /** Lines that are already in the document and must not be taken twice. */
  taken: readonly number[]
}

/** 引单: lines of former documents with what remains of them; answers the ticked ones (business/documents 4.1). */
export function SourceDialog({ input, onDone }: DialogProps<SourceQuestion, { source: string; lineIds: number[] }>) {
  const { choices, search, table } = useSourceSearch({
    ...input,
    tabs: input.sources.map((source) => ({ ...source, target: input.target })),
    multiple: true,
    onTake: (source, lines) => onDone({ source, lineIds: lines.map((line) => line.lineId) }),
  })
  return (
    <ChoiceDialog
      title="引单"
      width={1180}
      choices={choices}
      take="引入"
      counted="行"
      hint={<span className="picker-hint">↑↓ 选行　Ctrl+空格 勾选　Enter 引入</span>}
      onClose={() => onDone()}
    >
      {search}
      {table}
    </ChoiceDialog>
  )
}
