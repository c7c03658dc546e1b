import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { Button } from 'antd'
import type { EditorStore, HeaderValues } from '../kit/document/document-editor-store'
import { fieldTitle } from '../kit/document/field-faults'
import { nameOf } from '../kit/document/document-header'
import { shown } from '../kit/grid/line-grid-text'
import { PageModal } from '../kit/ui/page-modal'
import type { DialogProps } from '../kit/ui/use-dialog'
import { useDepartments, useEmployees, useSettlements, useWarehouses } from './lists'

interface SourceDifference {
  store: EditorStore
  /** Header fields that say something else here than in the former documents. */
  names: readonly string[]
  /** What the former documents say. */
  header: HeaderValues
  /** The former documents are of somebody else, or priced otherwise: keeping what it says takes nothing of them. */
  isOther: boolean
  /** It is asked while the person is at something else: an Enter that was meant for that changes nothing. */
  isLate: boolean
}

/** Asks once whether the document keeps what it says or takes what its former documents say. */
export function SourceDifferences({ input, onDone }: DialogProps<SourceDifference, 'former' | 'own'>) {
  const { store, names, header, isOther, isLate } = input
  const textOf = useTexts(store)
  return (
    <PageModal
      open
      title="前单与本单不一致"
      width={560}
      onCancel={() => onDone()}
      footer={[
        <Button key="own" autoFocus={isLate} onClick={() => onDone('own')}>
          {isOther ? '保留本单，不引入' : '保留本单'}
        </Button>,
        <Button key="former" type="primary" autoFocus={!isLate} onClick={() => onDone('former')}>
          采用前单
        </Button>,
      ]}
    >
      <table className="former-differences">
        <thead>
          <tr>
            <th scope="col">栏目</th>
            <th scope="col">本单</th>
            <th scope="col">前单</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">
                {name === 'partnerId' ? store.def.partnerTitle : fieldTitle(store.def.header.shape, name)}
              </th>
              <td>{textOf(name, store.header())}</td>
              <td>{textOf(name, header)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageModal>
  )
}

/** Values of header fields as the editor shows them. */
function useTexts(store: EditorStore): (name: string, header: HeaderValues) => string {
  const lists: Readonly<Record<string, readonly { id: number; name: string }[]>> = {
    warehouseId: useWarehouses(),
    departmentId: useDepartments(),
    handlerId: useEmployees(),
    salespersonId: useEmployees(),
    settlementMethodId: useSettlements(),
  }
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    invoiceKind: invoiceKindLabels,
    freightPayer: { us: '我方承担', partner: `${store.def.partnerTitle}承担` },
  }
  return (name, header) => {
    const value = header[name]
    if (typeof value === 'boolean') return value ? '是' : '否'
    const listed = lists[name]?.find((each) => each.id === value)?.name
    return listed ?? words[name]?.[String(value)] ?? (shown(header[nameOf(name)]) || shown(value))
  }
}
