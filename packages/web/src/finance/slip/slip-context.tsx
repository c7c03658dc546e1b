import type { MoneyDef } from '@chepu/contract/kernel/money-document'
import { createContext, useContext, useState } from 'react'
import { DocumentEditor, type DocumentEditorProps } from '../../kit/document/document-editor'
import type { HeaderValues } from '../../kit/document/document-editor-store'
import { type FirstTender, SlipStore, type Wanted } from './slip-store'

const SlipContext = createContext<SlipStore | null>(null)

/** The open money document: ways of paying, and what it settles. */
export function useSlip(): SlipStore {
  const slip = useContext(SlipContext)
  if (!slip) throw new Error('this editor holds no money document')
  return slip
}

interface MoneyEditorProps<Def extends MoneyDef> extends Omit<DocumentEditorProps<Def>, 'store' | 'begin'> {
  defaults: HeaderValues
  wanted?: Wanted | undefined
  tender?: FirstTender | undefined
}

/** The editor of one money document. The page supplies the header fields and the tables as children. */
export function MoneyEditor<Def extends MoneyDef>({ defaults, wanted, tender, ...props }: MoneyEditorProps<Def>) {
  const [slip] = useState(() => new SlipStore(props.document, defaults, wanted, tender))
  return (
    <SlipContext value={slip}>
      <DocumentEditor<Def> {...props} store={slip.editor} />
    </SlipContext>
  )
}
