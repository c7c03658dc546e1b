import { allocatePackage } from '@chepu/contract/cards/package-shares'
import { packageLineKinds } from '@chepu/contract/cards/words'
import { type LookupPart, searchParts } from '@chepu/contract/basics/lookups'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { abs, isNegative, mul, sub, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { Button, Select } from 'antd'
import { call } from '../../kit/base/call'
import { moneyText, percentText, priceText } from '../../kit/base/format'
import { useNarrow } from '../../kit/base/use-narrow'
import type { FieldControl } from '../../kit/form/master-form'
import { type Row, type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { Autocomplete } from '../../kit/ui/autocomplete'
import type { PickOption } from '../../kit/ui/pick-options'
import { useDialog } from '../../kit/ui/use-dialog'
import { useOptions } from '../../pickers/lists'
import { ServiceItemDialog } from '../../pickers/service-item-dialog'
import './lines.css'

/** A figure as typed so far; what is none yet counts as nothing. */
function figure(typed: unknown): string {
  const text = numberText(typed == null ? '' : String(typed))
  return isDecimal(text) && !isNegative(text) ? text : '0'
}

const lineOfItem = ({ id, code, name, amount }: LookupServiceItem): Row => ({
  kind: 'labour',
  serviceItemId: id,
  partId: null,
  code,
  name,
  unitName: '次',
  times: '1',
  listPrice: amount ? trimZeros(amount) : '0',
  carTypeId: null,
})

const lineOfPart = ({ partId, partCode, partName, unitName, price }: LookupPart): Row => ({
  kind: 'part',
  serviceItemId: null,
  partId,
  code: partCode,
  name: partName,
  unitName,
  times: '1',
  listPrice: price ? trimZeros(price) : '0',
  carTypeId: null,
})

async function findParts(text: string): Promise<PickOption<LookupPart>[]> {
  const { rows } = await call(searchParts, { query: { q: text, mode: 'sale', rows: 20 }, quiet: true })
  return rows.map((part) => ({
    id: part.partId,
    label: part.partName,
    hint: [part.partCode, part.brandName, part.spec].filter(Boolean).join('  '),
    value: part,
  }))
}

/** Of what is shown and typed of a line, but for the cars that it is limited to. */
export const packageColumns: readonly RowColumn[] = [
  { name: 'kindName', title: '类型', kind: 'shown', width: 52 },
  { name: 'name', title: '项目', kind: 'shown' },
  { name: 'times', title: '次数/数量', kind: 'decimal', isFigure: true, width: 96 },
  { name: 'unitName', title: '单位', kind: 'shown', width: 52 },
  { name: 'listPrice', title: '单次原价', kind: 'decimal', isFigure: true, width: 104 },
  { name: 'ratio', title: '分摊比例', kind: 'shown', isFigure: true, width: 80 },
  { name: 'allocPrice', title: '单次分摊价', kind: 'shown', isFigure: true, width: 92 },
  { name: 'allocTotal', title: '分摊金额', kind: 'shown', isFigure: true, width: 92 },
]

/** Items and parts of a package with what each is worth of its price, as the figures stand in the form (business/cards 2). */
export function PackageLines(control: FieldControl) {
  const [choose, dialog] = useDialog(ServiceItemDialog)
  const types = useOptions('carType')
  const carTypes = Object.entries(types).map(([key, label]) => ({ value: Number.parseInt(key, 10), label }))
  const narrow = useNarrow()
  const carType: RowColumn = {
    name: 'carTypeId',
    title: '限定车型',
    width: 130,
    render: ({ value, label, disabled, onChange }) => (
      <Select
        size="small"
        aria-label={label}
        disabled={disabled}
        allowClear
        placeholder="不限"
        showSearch={{ optionFilterProp: 'label' }}
        value={(value as number | null) ?? null}
        options={carTypes}
        onChange={(next) => onChange(next ?? null)}
      />
    ),
  }
  // On a phone the item, its times and its price are in view, the figures behind them.
  const narrowColumns = [...packageColumns.filter(({ name }) => !['kindName', 'unitName'].includes(name)), carType]
  const rows = (control.value as readonly Row[] | null) ?? []
  const figures = rows.map((row) => ({ times: figure(row['times']), listPrice: figure(row['listPrice']) }))
  const shares = allocatePackage(figure(control.values['salePrice']), figures)
  const shown = rows.map((row, i) => ({
    ...row,
    kindName: packageLineKinds[row['kind'] === 'part' ? 'part' : 'labour'],
    ratio: percentText(shares[i]?.ratio ?? '0'),
    allocPrice: priceText(shares[i]?.allocPrice),
    allocTotal: moneyText(shares[i]?.allocTotal),
  }))
  const add = (lines: readonly Row[]) => control.onChange([...rows, ...lines])
  const addItems = async () => add(((await choose({ text: '' })) ?? []).map(lineOfItem))
  return (
    <>
      <div className="package-lines">
        <SubTableField
          control={{ ...control, value: shown }}
          columns={narrow ? narrowColumns : [...packageColumns, carType]}
        />
      </div>
      {rows.length > 0 && <Sums figures={figures} shares={shares} />}
      {!control.disabled && (
        <div className="package-add">
          <Button size="small" type="dashed" onClick={() => void addItems()}>
            添加工时项目
          </Button>
          <Autocomplete
            label="添加材料"
            text=""
            placeholder="添加材料：编码 / 名称 / 拼音 / OE号"
            find={findParts}
            onChange={(option) => option && add([lineOfPart(option.value)])}
          />
        </div>
      )}
      {dialog}
    </>
  )
}

/** What all of it costs alone, and within the package. */
function Sums(props: {
  figures: readonly { times: string; listPrice: string }[]
  shares: readonly { allocTotal: string }[]
}) {
  const alone = sumOf(props.figures, ({ times, listPrice }) => mul(times, listPrice))
  const within = sumOf(props.shares, ({ allocTotal }) => allocTotal)
  const saved = sub(alone, within)
  return (
    <p className="package-sums">
      原价合计 <b>{moneyText(alone)}</b>　分摊合计 <b>{moneyText(within)}</b>　{isNegative(saved) ? '高于原价' : '优惠'}{' '}
      <b>{moneyText(abs(saved))}</b>
    </p>
  )
}
