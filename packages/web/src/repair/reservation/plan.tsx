import { reservationParts } from '@chepu/contract/repair/reservation-day'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { isPositive } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { priceText, qtyText } from '../../kit/base/format'
import { useRenewal } from '../../kit/base/news'
import { Underway } from '../../kit/base/underway'
import { useCall } from '../../kit/base/use-call'
import { useDocumentMeta, useEditor, useHeader, useKeyboardPlace } from '../../kit/document/document-context'
import { shown } from '../../kit/grid/line-grid-text'
import { QtyInput } from '../../kit/ui/qty-input'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartDialog } from '../../pickers/part-dialog'
import { ServiceItemDialog } from '../../pickers/service-item-dialog'
import { contextOf } from '../../pickers/use-part-lines'
import { partsOfItems } from '../item-parts'
import { lacksOf } from './plan-parts'
import type { PlanLine, PlanStore } from './plan-store'

/** What is planned: items of service, and parts with what of them is there (business/arrivals 1.1, 1.7). */
export function Plan({ plan }: { plan: PlanStore }) {
  const { readOnly, store } = useEditor()
  const { vehicleId } = useHeader()
  const [askItems, itemDialog] = useDialog(ServiceItemDialog)
  const [askParts, partDialog] = useDialog(PartDialog)
  const first = useRef<HTMLButtonElement>(null)
  useKeyboardPlace(() => first.current)
  const [, draw] = useReducer((round: number) => round + 1, 0)
  useEffect(() => {
    const stops = [plan.labour, plan.materials].map(({ lines }) => lines.watch(draw))
    return () => stops.forEach((stop) => stop())
  }, [plan])
  const [underway] = useState(() => new Underway())
  useEffect(() => {
    store.settled = () => underway.over()
  }, [store, underway])
  const addItems = async () => {
    const car = typeof vehicleId === 'number' ? { vehicleId } : {}
    const items: readonly LookupServiceItem[] = (await askItems({ text: '', ...car })) ?? []
    plan.take(items, await underway.begin(partsOfItems(items, contextOf(store.header(), 'sale'))))
  }
  const addParts = async () => {
    const context = contextOf(store.header(), 'sale')
    plan.takeParts((await askParts({ text: '', context })) ?? [])
  }
  const labour = plan.labour.lines.filled()
  const materials = plan.materials.lines.filled()
  const parts = useParts(materials)
  const qtyOf = (lines: PlanStore['labour']['lines'], line: PlanLine, name: string) =>
    readOnly ? (
      qtyText(line['qty'])
    ) : (
      <QtyInput
        label={`${name} 数量`}
        qty={shown(line['qty'])}
        onEnter={(qty) => qty && lines.update(line.key, { qty })}
      />
    )
  return (
    <section className="ar-plan" aria-label="计划项目和材料">
      {!readOnly && (
        <p className="ar-adds">
          <Button ref={first} size="small" onClick={() => void addItems()}>
            选择服务项目
          </Button>
          <Button size="small" onClick={() => void addParts()}>
            选择配件
          </Button>
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th>项目 / 材料</th>
            <th>数量</th>
            <th className="right">单价</th>
            <th>备件</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {labour.map((line) => (
            <tr key={`l${line.key}`}>
              <td>
                <b>{shown(line['name'])}</b>
              </td>
              <td>{qtyOf(plan.labour.lines, line, shown(line['name']))}</td>
              <td className="right">{priceText(line['price'])}</td>
              <td />
              <td>{!readOnly && <Remove name={shown(line['name'])} run={() => plan.removeLabour(line.key)} />}</td>
            </tr>
          ))}
          {materials.map((line) => (
            <tr key={`m${line.key}`}>
              <td>{['partCode', 'partName', 'unitName'].map((name) => shown(line[name])).join(' ')}</td>
              <td>{qtyOf(plan.materials.lines, line, shown(line['partName']))}</td>
              <td className="right">{priceText(line['price'])}</td>
              <td>{parts(line)}</td>
              <td>
                {!readOnly && (
                  <Remove name={shown(line['partName'])} run={() => plan.materials.lines.remove([line.key])} />
                )}
              </td>
            </tr>
          ))}
          {labour.length + materials.length === 0 && (
            <tr>
              <td colSpan={5}>还没有计划的项目</td>
            </tr>
          )}
        </tbody>
      </table>
      {itemDialog}
      {partDialog}
    </section>
  )
}

/** 备件确认 of planned lines in the chosen warehouse, while the car is waited for. */
function useParts(lines: readonly PlanLine[]): (line: PlanLine) => ReactNode {
  const { id, state } = useDocumentMeta()
  const { warehouseId, holdsParts } = useHeader()
  const ids = [...new Set(lines.flatMap(({ partId }) => (typeof partId === 'number' ? [partId] : [])))]
  const isAsked = typeof warehouseId === 'number' && ids.length > 0 && state !== 'cancelled' && state !== 'done'
  const query = {
    warehouseId: typeof warehouseId === 'number' ? warehouseId : 0,
    parts: ids.join(),
    ...(id !== undefined && { except: id }),
  }
  const { data } = useCall(reservationParts, { query: query as never }, { enabled: isAsked, keeps: true })
  useRenewal(reservationParts)
  if (!isAsked || !data) return (line) => (line['isCustomerSupplied'] === true ? '自带' : '')
  const lacks = lacksOf(lines, new Map(data.rows.map(({ partId, available }) => [partId, available])))
  const held = new Map(data.rows.map((row) => [row.partId, row.held]))
  return ({ key, partId }) => {
    const lack = lacks.get(key)
    if (lack === undefined) return '自带'
    if (isPositive(lack)) return <span className="warn">缺 {qtyText(lack)}</span>
    return holdsParts === true && isPositive(held.get(partId as number) ?? '0') ? '已预留' : '有货'
  }
}

const Remove = ({ name, run }: { name: string; run: () => void }) => (
  <button type="button" className="kit-link" aria-label={`删除 ${name}`} onClick={run}>
    删除
  </button>
)
