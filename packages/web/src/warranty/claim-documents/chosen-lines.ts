import type { Section } from '@chepu/contract/kernel/document'
import type { EditorStore } from '../../kit/document/document-editor-store'
import { type AnySection, EditorSection, type FieldValues } from '../../kit/document/editor-section'
import { type GridLine, LineStore, type Values } from '../../kit/grid/line-grid-store'

const asShown = (view: FieldValues) => view

/** A table of a claim document: its lines are chosen elsewhere by what the field `by` names, so that none is typed into a blank one. */
export function chosenLines<Line extends GridLine>(
  section: Section,
  by: keyof Line,
  ofView: (view: FieldValues) => FieldValues = asShown,
): EditorSection<Line> {
  const isBlank = (line: Line) => line[by] === undefined
  const rules = {
    blank: () => ({}) as Values<Line>,
    isBlank,
    ofView: (view: FieldValues) => ofView(view) as Values<Line>,
    ofDraft: (kept: FieldValues) => kept as Values<Line>,
    bodyOf: (line: Line) => line as unknown as FieldValues,
  }
  return new EditorSection(section, rules, new LineStore<Line>(rules.blank, isBlank, false, false))
}

/** Lines are their manufacturer's: a document that the user makes another one's loses them. */
export function dropWithManufacturer(editor: EditorStore, sections: readonly AnySection[]): void {
  editor.watchHeader((before) => {
    const { partnerId } = editor.header()
    if (editor.isQuiet() || before['partnerId'] == null || partnerId === before['partnerId']) return
    for (const section of sections) section.clear(true)
  })
}
