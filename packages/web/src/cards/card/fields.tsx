import type { CardRow } from '@chepu/contract/cards/card'
import type { LookupCardPackage } from '@chepu/contract/cards/lookups'
import { Input } from 'antd'
import { moneyText, qtyText } from '../../kit/base/format'
import type { FieldControl, FormValues, MasterField } from '../../kit/form/master-form'
import { useEmployees } from '../../pickers/lists'
import { CarOfControl, PickControl } from '../controls'
import { useSoldPackages } from '../masters'

/** What is known of a card wherever something is done with it. */
export type Card = Pick<
  CardRow,
  | 'id'
  | 'cardNo'
  | 'cardTypeId'
  | 'cardTypeName'
  | 'partnerId'
  | 'partnerName'
  | 'vehicleId'
  | 'plate'
  | 'principal'
  | 'gift'
  | 'points'
  | 'state'
>

/** What every document of a card begins with. */
export const ofCard = ({ id, partnerId }: Card): FormValues => ({ cardId: id, partnerId })

/** Of a document about a card that is in the customer's hands: its number says so. */
export const ofShownCard = (card: Card): FormValues => ({ ...ofCard(card), cardNo: card.cardNo })

/** A card in one line above the fields. */
export function CardHead({ card }: { card: Card }) {
  return (
    <p className="cards-head">
      <b>{card.cardNo}</b> {card.cardTypeName}　{card.partnerName}
      {card.plate && `　${card.plate}`}
      <span>
        本金 {moneyText(card.principal)}　赠金 {moneyText(card.gift)}　积分 {qtyText(card.points)}
      </span>
    </p>
  )
}

function SalespersonControl(control: FieldControl) {
  const employees = useEmployees()
  const options = employees.map(({ id, name, departmentName }) => ({
    id,
    label: name,
    ...(departmentName ? { hint: departmentName } : {}),
    value: id,
  }))
  return <PickControl {...control} label="销售人" options={options} />
}

/** Who sold it, which his commission follows. */
export const salespersonField = (employeeId: number | null): MasterField => ({
  name: 'salespersonId',
  title: '销售人',
  initial: employeeId,
  render: (control) => <SalespersonControl {...control} />,
})

export const remarkField: MasterField = { name: 'remark', title: '备注' }

/** A number that is typed or scanned. */
export const numberField = (title: string, more: Partial<MasterField> = {}): MasterField => ({
  name: 'cardNo',
  title,
  initial: '',
  render: (control) => (
    <Input
      id={control.id}
      value={String(control.value ?? '')}
      maxLength={30}
      placeholder="刷卡或输入"
      onChange={(event) => control.onChange(event.target.value)}
    />
  ),
  ...more,
})

/** A car of the customer of a card. */
export const carField = (card: Card | undefined, more: Partial<MasterField> = {}): MasterField => ({
  name: 'vehicleId',
  title: '绑定车辆',
  initial: null,
  render: (control) => (
    <CarOfControl
      {...control}
      partnerId={card?.partnerId ?? (control.values['partnerId'] as number | null) ?? undefined}
      text={card && control.value === card.vehicleId ? (card.plate ?? '') : undefined}
    />
  ),
  ...more,
})

function PackageControl(control: FieldControl) {
  const options = useSoldPackages().map((each) => ({
    id: each.id,
    label: each.name,
    hint: `${moneyText(each.salePrice)}${each.validDays === null ? '' : `  ${each.validDays}天`}`,
    words: each.code,
    value: each,
  }))
  return <PickControl {...control} label="套餐" placeholder="名称 / 编码" options={options} />
}

export const packageField = (more: Partial<MasterField> = {}): MasterField => ({
  name: 'cardPackageId',
  title: '套餐',
  initial: null,
  wide: true,
  render: (control) => <PackageControl {...control} />,
  ...more,
})

/** What a package brings: so many times of what, and what it costs alone. */
export function PackageLines({ of }: { of: LookupCardPackage }) {
  return (
    <div className="small-table">
      <table aria-label={`${of.name}的内容`}>
        <thead>
          <tr>
            <th>项目</th>
            <th className="right">次数/数量</th>
            <th className="right">单次原价</th>
            <th className="right">套餐内单价</th>
          </tr>
        </thead>
        <tbody>
          {of.lines.map((line) => (
            <tr key={`${line.serviceItemId}/${line.partId}/${line.carTypeId}`}>
              <td>
                {line.name}
                {line.carTypeName && `（${line.carTypeName}）`}
              </td>
              <td className="right">
                {qtyText(line.times)}
                {line.unitName}
              </td>
              <td className="right">{moneyText(line.listPrice)}</td>
              <td className="right">{moneyText(line.allocPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
