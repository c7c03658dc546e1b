import { numberText } from '@chepu/contract/kernel/typed'
import { disassembly } from '@chepu/contract/warehouse/disassembly'
import type { EditorLine } from '../../kit/goods/document-lines'
import type { LineColumnChoice } from '../../kit/goods-editor/line-columns'
import { KitEditor } from '../kit/kit-editor'

const columns: LineColumnChoice[] = [
  {
    name: 'costRatio',
    title: '成本比例',
    kind: 'qty',
    width: 76,
    enter: (_line, text) => ({ costRatio: numberText(text) || null }),
    editable: (line) => line['isKit'] !== true,
  },
]

const leaves = (line: EditorLine) => line['isKit'] === true

/** 拆分单: a kit becomes its components (business/warehouse 1.5). */
export default function DisassemblyEditor() {
  return <KitEditor document={disassembly} leaves={leaves} columns={columns} />
}
