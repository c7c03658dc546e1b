import { headingKey, type Headings } from './headings'

/** What a pasted or imported line of a document may bring (business/basics 10, business/lists 2.8). */
export type LineHeading =
  | 'code'
  | 'oeNo'
  | 'barcode'
  | 'qty'
  | 'price'
  | 'taxedPrice'
  | 'untaxedPrice'
  | 'location'
  | 'batch'

const words = (text: string): readonly string[] => text.split(' ')

/**
 * The columns of lines. 含税单价 and 未税单价 are told in the tax mode that they name, 单价 in that of the document.
 * The code is the first filled one of 编码, OE号 and 条码.
 */
export const lineHeadings: Headings<LineHeading> = {
  code: {
    title: '编码',
    others: words('配件编码 商品编码 产品编码 物料编码 存货编码 编码或OE号 编号 配件编号 商品编号 货号 code'),
  },
  oeNo: { title: 'OE号', others: words('OE OE码 OEM OEM号 主OE号 原厂号 原厂编号 原厂件号 零件号 配件号 件号') },
  barcode: { title: '条码', others: words('条形码 商品条码 69码 国际条码 barcode') },
  qty: {
    title: '数量',
    others: words(
      '订购数 订购数量 订货数 订货数量 采购数 采购数量 销售数 销售数量 件数 需求数量 入库数 入库数量 出库数 出库数量 ' +
        '收货数 收货数量 发货数 发货数量 实收 实收数量 实发数量 退货数 退货数量 调拨数 调拨数量 盘点数量 实盘数 qty quantity',
    ),
  },
  price: { title: '单价', others: words('价格 进价 进货价 采购价 采购单价 售价 销售价 销售单价 单位成本 price') },
  taxedPrice: { title: '含税单价', others: words('含税价 含税价格 含税进价 含税售价') },
  untaxedPrice: { title: '未税单价', others: words('未税价 未税价格 未税进价 未税售价 税前单价') },
  location: { title: '货位', others: words('货位编码 货位号 库位 仓位 储位') },
  batch: { title: '批次', others: words('批号 批次号 生产批号') },
}

/** The columns of a sheet without headings, in this order (business/basics 10). */
export const usualLineOrder: readonly LineHeading[] = ['code', 'qty', 'price', 'location', 'batch']

const keysOf = (titles: string) => new Set(words(titles).map(headingKey))

/** What only tells about the part, the row or the document that it stood on. */
const described = keysOf(
  '序号 行号 名称 配件名称 商品名称 产品名称 品名 品牌 规格 型号 规格型号 单位 产地 厂家件号 适用车型 车型 分类 备注 ' +
    '企业 单号 订单号 来源单号 单据类型 日期 业务日期 供应商 客户 往来单位 仓库 状态 业务员 采购员 经手人 预计到货 预计到货日 ' +
    '上次价 可用量',
)
/** What follows from the quantity, or from the price; where that is missing they might stand for it. */
const besideQty = keysOf('已入库 已出库 已执行 已退 未到 未执行 结存')
const besidePrice = keysOf('金额 含税金额 未税金额 折前金额 税额 价税合计 合计 小计 总价 成本单价 成本金额')

/** Whether a column need not be asked about: nothing of it belongs into a line that has what `taken` names. */
export function isBesideLines(title: string, taken: ReadonlySet<LineHeading | undefined>): boolean {
  const key = headingKey(title)
  const isPriced = taken.has('price') || taken.has('taxedPrice') || taken.has('untaxedPrice')
  return described.has(key) || (besideQty.has(key) && taken.has('qty')) || (besidePrice.has(key) && isPriced)
}
