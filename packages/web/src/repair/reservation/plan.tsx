import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { Button } from 'antd'
import { type ReactNode, useEffect, useReducer } from 'react'
import { priceText, qtyText } from '../../kit/base/format'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { shown } from '../../kit/grid/line-grid-text'
import { useDialog } from '../../kit/ui/use-dialog'
import { ServiceItemDialog } from '../../pickers/service-item-dialog'
import type { PlanLine, PlanStore } from './plan-store'

/** What is planned: items of service and the material that goes with them (business/arrivals 1.1). */
export function Plan({ plan }: { plan: PlanStore }) {
  const { readOnly } = useEditor()
  const { vehicleId } = useHeader()
  const [ask, dialog] = useDialog(ServiceItemDialog)
  const [, draw] = useReducer((round: number) => round + 1, 0)
  useEffect(() => {
    const stops = [plan.labour, plan.materials].map(({ lines }) => lines.watch(draw))
    return () => stops.forEach((stop) => stop())
  }, [plan])
  const add = async () => {
    const car = typeof vehicleId === 'number' ? { vehicleId } : {}
    const items: readonly LookupServiceItem[] = (await ask({ text: '', ...car })) ?? []
    plan.take(items)
  }
  const labour = plan.labour.lines.filled()
  const materials = plan.materials.lines.filled()
  return (
    <section className="ar-plan" aria-label="计划项目和材料">
      {!readOnly && (
        <Button size="small" onClick={() => void add()}>
          选择服务项目
        </Button>
      )}
      <table>
        <thead>
          <tr>
            <th>项目 / 材料</th>
            <th>数量</th>
            <th>单价</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {labour.map((line) => (
            <Row key={`l${line.key}`} line={line} name={<b>{shown(line['name'])}</b>}>
              {!readOnly && <Remove name={shown(line['name'])} run={() => plan.removeLabour(line.key)} />}
            </Row>
          ))}
          {materials.map((line) => (
            <Row
              key={`m${line.key}`}
              line={line}
              name={`${shown(line['partCode'])} ${shown(line['partName'])} ${shown(line['unitName'])}`}
            >
              {!readOnly && (
                <Remove name={shown(line['partName'])} run={() => plan.materials.lines.remove([line.key])} />
              )}
            </Row>
          ))}
          {labour.length + materials.length === 0 && (
            <tr>
              <td colSpan={4}>还没有计划的项目</td>
            </tr>
          )}
        </tbody>
      </table>
      {dialog}
    </section>
  )
}

function Row({ line, name, children }: { line: PlanLine; name: ReactNode; children: ReactNode }) {
  const { qty, price } = line
  return (
    <tr>
      <td>{name}</td>
      <td>{qtyText(qty)}</td>
      <td>{priceText(price)}</td>
      <td>{children}</td>
    </tr>
  )
}

const Remove = ({ name, run }: { name: string; run: () => void }) => (
  <button type="button" className="kit-link" aria-label={`删除 ${name}`} onClick={run}>
    删除
  </button>
)
