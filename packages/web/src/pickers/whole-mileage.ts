import { trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import type { EditorStore } from '../kit/document/document-editor-store'

/** Shows the meter of each document that comes into the editor as people read it: kilometres come with four decimals that nobody types. */
export const showWholeMileage = (editor: EditorStore): void =>
  editor.watchComing(() => {
    const { mileage } = editor.header()
    if (isDecimal(mileage)) editor.propose({ mileage: trimZeros(mileage) })
  })
