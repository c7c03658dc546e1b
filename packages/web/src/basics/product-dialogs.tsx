import { partRoutes, type PartRow } from '@chepu/contract/basics/part'
import { markupBases, productPrices, productRoutes, type ProductRow } from '@chepu/contract/basics/product'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { price } from '@chepu/contract/kernel/scalars'
import { useState } from 'react'
import { call } from '../kit/base/call'
import { FormDialog } from '../kit/form/form-dialog'
import type { MasterField } from '../kit/form/master-form'
import { useSession } from '../kit/base/session'
import { toast } from '../kit/base/toast'
import { useCall } from '../kit/base/use-call'
import type { DialogProps } from '../kit/ui/use-dialog'
import { ChoiceDialog, ChoiceSearch } from '../pickers/choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from '../pickers/choice-table'
import { useWarehouses } from '../pickers/lists'
import { useRested } from '../pickers/use-rested'
import { LocationSelect } from './location-select'
import { optionsById } from '../pickers/part-options'

const partColumns: ChoiceColumn<PartRow>[] = [
  { title: '配件编码', show: (part) => part.code },
  { title: '配件名称', show: (part) => part.name },
  { title: '品牌', show: (part) => part.brandName },
  { title: '规格', show: (part) => part.spec },
  { title: 'OE号', show: (part) => part.oeNo },
  { title: '适用车型', show: (part) => part.fitment },
]
const none: PartRow[] = []

/** 从配件库引入: ticked parts of the group become products of this org. */
export function IntroduceDialog({ onDone }: DialogProps<undefined, true>) {
  const [text, setText] = useState('')
  const q = useRested(text)
  const found = useCall(partRoutes.list, { query: { q, active: 'true', rows: 100 } })
  const choices = useChoices({
    rows: found.data?.rows ?? none,
    keyOf: (part) => part.id,
    settled: q === text && !found.isFetching,
    multiple: true,
    onTake: (parts) => void introduce(parts),
  })
  const introduce = async (parts: readonly PartRow[]) => {
    try {
      const { count } = await call(productRoutes.introduce, { body: { partIds: parts.map((part) => part.id) } })
      toast.success(count < parts.length ? `已引入${count}个，${parts.length - count}个已有` : `已引入${count}个商品`)
      onDone(true)
    } catch {
      // The call has already told the user why.
    }
  }
  return (
    <ChoiceDialog title="从配件库引入" width={980} choices={choices} take="引入" counted="个" onClose={() => onDone()}>
      <ChoiceSearch
        choices={choices}
        value={text}
        onSearch={setText}
        aria-label="查找配件"
        placeholder="编码 / 名称 / 拼音 / OE号 / 条码"
      />
      <ChoiceTable
        choices={choices}
        columns={partColumns}
        label="配件"
        height="min(54vh, 480px)"
        empty={found.isFetching ? '正在查找…' : (found.error?.message ?? '没有找到配件')}
      />
    </ChoiceDialog>
  )
}

const figure = (name: keyof typeof productPrices, permission: NonNullable<MasterField['permission']>): MasterField => ({
  name,
  title: productPrices[name],
  kind: 'decimal',
  permission,
})

/** 批量设置: the same price, limits or place for many products, or a price as a multiple of another. Empty stays as it is. */
export function SetManyDialog({ input, onDone }: DialogProps<readonly ProductRow[], true>) {
  const { sees } = useSession()
  const warehouses = useWarehouses()
  const fields: MasterField[] = [
    figure('purchasePrice', 'purchase_price'),
    figure('retailPrice', 'doc_price'),
    figure('wholesalePrice1', 'wholesale_price'),
    figure('wholesalePrice2', 'wholesale_price'),
    figure('wholesalePrice3', 'wholesale_price'),
    figure('minSalePrice', 'min_sale_price'),
    { name: 'price', title: '按系数设价', kind: 'select', options: productPrices, section: '按系数' },
    { name: 'base', title: '基准', kind: 'select', options: markupBases },
    { name: 'factor', title: '系数', kind: 'decimal', help: '例如 1.3，结果保留2位小数' },
    { name: 'minStock', title: '库存下限', kind: 'decimal', section: '库存' },
    { name: 'maxStock', title: '库存上限', kind: 'decimal' },
    {
      name: 'defaultWarehouseId',
      title: '默认仓库',
      kind: 'select',
      numeric: true,
      options: optionsById(warehouses),
    },
    {
      name: 'defaultLocationId',
      title: '默认货位',
      initial: null,
      render: (control) => <LocationSelect {...control} />,
    },
  ]
  return (
    <FormDialog
      title={`批量设置：${input.length}个商品`}
      schema={formSchema}
      fields={fields.filter((field) => !field.permission || sees(field.permission))}
      note={emptyStays}
      onSave={(values) => ({ route: productRoutes.setMany, body: bodyOf(values, input) })}
      onSaved={() => {
        toast.success('已设置')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

const emptyStays = () => <p>留空的项目不修改。</p>

// An empty floor is left as it is here, where the single form reads it as no floor.
const formSchema = productRoutes.save.body.partial().extend({ minSalePrice: price.nullable().optional() }).loose()

/** Only filled fields are sent; a factor makes the markup. */
function bodyOf(values: Record<string, unknown>, rows: readonly ProductRow[]): BodyOf<typeof productRoutes.setMany> {
  const { price: target, base, factor, ...rest } = values
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value != null && value !== ''))
  const markup = target && base && factor ? { price: target, base, factor } : undefined
  return { ids: rows.map((row) => row.id), set, markup } as BodyOf<typeof productRoutes.setMany>
}
