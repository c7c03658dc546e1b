import type { ConfirmLine } from '@chepu/contract/sales/order-confirm'
import { useState } from 'react'
import { Confirm } from '../../kit/confirm'
import { PickBox } from '../../kit/pick-box'
import { findPartners } from '../../pickers/lists'
import { lackOf } from './promise'

/** 缺货转采购: what is ordered, from each part's own supplier or from one for all. */
export function PurchaseDialog(props: {
  lines: readonly ConfirmLine[]
  run: (supplierId: number | undefined) => Promise<void>
  onClose: () => void
}) {
  const [supplier, setSupplier] = useState<{ id: number; name: string }>()
  return (
    <Confirm title="缺货转采购" okText="生成采购订单" run={() => props.run(supplier?.id)} onClose={props.onClose}>
      {props.lines.map((line) => (
        <div key={line.id}>
          {line.partCode} {line.partName} × {lackOf(line)}
        </div>
      ))}
      <div className="oc-supplier">
        <label htmlFor="oc-supplier">供应商</label>
        <PickBox
          id="oc-supplier"
          label="供应商"
          text={supplier?.name ?? ''}
          placeholder="不选则按配件默认或最近供应商"
          find={(text) => findPartners(text, 'supplier')}
          onChange={(option) => setSupplier(option && { id: option.value.id, name: option.label })}
        />
      </div>
    </Confirm>
  )
}
