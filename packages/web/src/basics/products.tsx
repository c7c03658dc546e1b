import {
  productButtons,
  productPrices,
  productRoutes,
  type ProductPrice,
  type ProductRow,
} from '@chepu/contract/basics/product'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import { Button } from 'antd'
import { call } from '../kit/base/call'
import type { Column } from '../kit/list/columns'
import { FlagFilter, SelectFilter, TextFilter } from '../kit/list/filters'
import type { ListApi } from '../kit/list/list-page'
import type { MasterField } from '../kit/form/master-form'
import { MasterPage } from '../kit/form/master-page'
import { useSession } from '../kit/base/session'
import { useTabs } from '../kit/base/tabs'
import { toast } from '../kit/base/toast'
import { useDialog } from '../kit/ui/use-dialog'
import { WarehouseFilter } from '../pickers/filters'
import type { LookupWarehouse } from '@chepu/contract/basics/lookups'
import { useWarehouses } from '../pickers/lists'
import { FitmentFilter } from '../pickers/fitment-filter'
import { BrandFilter, CategoryFilter } from '../pickers/part-filters'
import { LocationSelect } from './location-select'
import { optionsById } from '../pickers/part-options'
import { IntroduceDialog, SetManyDialog } from './product-dialogs'
import { type RowColumn, SubTableField } from '../kit/form/sub-table-field'

const shelfLabels = { true: '上架', false: '下架' }

const price = (key: ProductPrice, field: FieldKey): Column<ProductRow> => ({
  key,
  title: productPrices[key],
  kind: 'price',
  width: 70,
  field,
  isKey: true,
  ...(key === 'retailPrice' ? { card: 'amount' as const } : {}),
})

const columns: Column<ProductRow>[] = [
  { key: 'code', title: '配件编码', width: 104, isKey: true },
  { key: 'name', title: '配件名称', width: 140, isKey: true },
  { key: 'onShelf', title: '上架', labels: shelfLabels, width: 48, sort: false, isKey: true, card: 'small' },
  { key: 'oeNo', title: 'OE号', width: 96, sort: false, hidden: true },
  { key: 'brandName', title: '品牌', width: 60 },
  { key: 'spec', title: '规格', sort: false, hidden: true },
  { key: 'unitName', title: '单位', width: 44, sort: false },
  { key: 'categoryName', title: '分类', hidden: true },
  price('purchasePrice', 'purchase_price'),
  { key: 'lastPurchasePrice', title: '最近进价', kind: 'price', field: 'purchase_price', width: 72, isKey: true },
  { key: 'lastPurchaseOn', title: '最近进货', kind: 'date', field: 'purchase_price', hidden: true },
  { key: 'lastSupplierName', title: '最近供应商', field: 'purchase_price', hidden: true, sort: false },
  price('wholesalePrice1', 'wholesale_price'),
  price('wholesalePrice2', 'wholesale_price'),
  price('wholesalePrice3', 'wholesale_price'),
  price('retailPrice', 'doc_price'),
  price('transferPrice', 'doc_price'),
  price('minSalePrice', 'min_sale_price'),
  { key: 'minStock', title: '库存下限', kind: 'qty', total: false, width: 72 },
  { key: 'maxStock', title: '库存上限', kind: 'qty', total: false, width: 72 },
  { key: 'fitment', title: '适用车型', width: 110, sort: false },
  { key: 'defaultWarehouseName', title: '默认仓库', width: 72, sort: false },
  { key: 'defaultLocationCode', title: '默认货位', width: 76, sort: false },
  { key: 'defaultSupplierName', title: '默认供应商', field: 'purchase_price', hidden: true, sort: false },
  { key: 'leadDays', title: '采购周期(天)', kind: 'count', hidden: true, sort: false },
  { key: 'pricingNote', title: '定价说明', hidden: true, sort: false },
]

/** 商品资料: prices, limits and places of the org's parts (business/basics 4, 8). */
export default function Products() {
  const { has } = useSession()
  const { open } = useTabs()
  const [introduce, introduceDialog] = useDialog(IntroduceDialog)
  const [setMany, setManyDialog] = useDialog(SetManyDialog)
  const warehouses = useWarehouses()
  const shelve = async (list: ListApi<ProductRow>, onShelf: boolean) => {
    const ids = list.selected.map((row) => row.id)
    const { count } = await call(productRoutes.shelf, { body: { ids, onShelf } })
    toast.success(`已${onShelf ? '上架' : '下架'}${count}个商品`)
    list.refresh()
  }
  const toolbar = (list: ListApi<ProductRow>) => (
    <>
      {has(productButtons.add) && (
        <Button
          size="small"
          type="primary"
          onClick={() => void introduce(undefined).then((done) => done && list.refresh())}
        >
          从配件库引入
        </Button>
      )}
      {has(productButtons.import) && (
        <Button size="small" onClick={() => open('/importExcel?type=product')}>
          导入
        </Button>
      )}
      {has(productButtons.update) && (
        <Button
          size="small"
          disabled={list.selected.length === 0}
          onClick={() => void setMany(list.selected).then((done) => done && list.refresh())}
        >
          批量设置
        </Button>
      )}
      {has(productButtons.shelf) &&
        [true, false].map((onShelf) => (
          <Button
            key={String(onShelf)}
            size="small"
            disabled={list.selected.length === 0}
            onClick={() => void shelve(list, onShelf).catch(() => undefined)}
          >
            {shelfLabels[`${onShelf}`]}
          </Button>
        ))}
    </>
  )
  return (
    <>
      <MasterPage<ProductRow>
        name="products"
        title="商品"
        routes={{
          list: productRoutes.list,
          totals: productRoutes.totals,
          read: productRoutes.read,
          save: productRoutes.save,
          export: productRoutes.export,
        }}
        buttons={{ update: productButtons.update, export: productButtons.export }}
        columns={columns}
        fields={[...priceFields, ...stockFields(warehouses)]}
        labelOf={(row) => `${row.code} ${row.name}`}
        selectable
        toolbar={toolbar}
      >
        <TextFilter name="q" title="商品" search placeholder="编码 / 名称 / 拼音 / OE号 / 条码" />
        <BrandFilter name="brandId" />
        <CategoryFilter name="categoryId" />
        <SelectFilter name="onShelf" title="上架" options={shelfLabels} />
        <WarehouseFilter name="warehouseId" title="默认仓库" more />
        <FitmentFilter name="fitment" more />
        <FlagFilter name="unpriced" title="未设零售价" more />
      </MasterPage>
      {introduceDialog}
      {setManyDialog}
    </>
  )
}

const priceFields: MasterField[] = [
  { name: 'purchasePrice', title: '进价', kind: 'decimal', permission: 'purchase_price' },
  { name: 'wholesalePrice1', title: '批发价1', kind: 'decimal', permission: 'wholesale_price' },
  { name: 'wholesalePrice2', title: '批发价2', kind: 'decimal', permission: 'wholesale_price' },
  { name: 'wholesalePrice3', title: '批发价3', kind: 'decimal', permission: 'wholesale_price' },
  { name: 'retailPrice', title: '零售价', kind: 'decimal', permission: 'doc_price' },
  { name: 'transferPrice', title: '调拨价', kind: 'decimal', permission: 'doc_price', help: '留空同进价' },
  { name: 'minSalePrice', title: '最低售价', kind: 'decimal', permission: 'min_sale_price', help: '0为不限' },
]

/** Warehouses whose goods are for sale: they alone have limits. */
const sells = ({ kind }: LookupWarehouse) => kind === 'normal' || kind === 'repair'

/** 分仓上下限: of warehouses that have limits of their own. */
const ownLimits = (warehouses: Record<string, string>): MasterField => {
  const columns: RowColumn[] = [
    { name: 'warehouseId', title: '仓库', kind: 'select', numeric: true, options: warehouses },
    { name: 'minStock', title: '下限', kind: 'decimal', width: 110 },
    { name: 'maxStock', title: '上限', kind: 'decimal', width: 110 },
  ]
  const empty = { warehouseId: null, minStock: null, maxStock: null }
  return {
    name: 'limits',
    title: '分仓上下限',
    wide: true,
    columns,
    initial: [],
    render: (control) => <SubTableField control={control} columns={columns} empty={empty} addText="添加仓库" />,
  }
}

const stockFields = (warehouses: readonly LookupWarehouse[]): MasterField[] => [
  { name: 'minStock', title: '库存下限', kind: 'decimal', section: '库存' },
  { name: 'maxStock', title: '库存上限', kind: 'decimal' },
  { name: 'defaultWarehouseId', title: '默认仓库', kind: 'select', numeric: true, options: optionsById(warehouses) },
  {
    name: 'defaultLocationId',
    title: '默认货位',
    initial: null,
    render: (control) => <LocationSelect {...control} />,
  },
  { name: 'leadDays', title: '采购周期(天)', kind: 'integer' },
  ownLimits(optionsById(warehouses.filter(sells))),
  { name: 'pricingNote', title: '定价说明', kind: 'area' },
]
