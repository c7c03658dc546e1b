// The headings of everything that is imported (business/basics 10) and exported again: templates, the reader and exports take them here.
import type { Headings } from '../kernel/headings'

const words = (text: string): readonly string[] => text.split(' ')
const partCode = words('配件编码 商品编码 产品编码 物料编码 存货编码 配件编号 商品编号 编号 货号 code')

export const partHeadings = {
  code: { title: '编码', listed: '配件编码', others: partCode },
  name: { title: '名称', others: words('配件名称 商品名称 产品名称 品名 name') },
  brand: { title: '品牌', others: words('品牌名称 厂牌 牌子 brand') },
  category: { title: '分类', others: words('配件分类 商品分类 类别 品类 category') },
  unit: { title: '单位', others: words('计量单位 基本单位 unit') },
  spec: { title: '规格', others: words('规格型号 spec') },
  origin: { title: '产地' },
  factoryNo: { title: '厂家件号', others: words('厂家编号 厂家编码 厂件号 品牌件号') },
  oes: { title: 'OE号', others: words('OE OE码 OEM OEM号 原厂号 原厂编号 原厂件号') },
  barcodes: { title: '条码', others: words('条形码 商品条码 69码 国际条码 barcode') },
  fitments: { title: '适用车型', others: words('车型 适配车型') },
  taxRate: { title: '税率' },
  warrantyMonths: { title: '三包月', listed: '三包期(月)', others: words('三包(月) 三包月数 质保月 质保期(月)') },
  warrantyKm: {
    title: '三包公里',
    listed: '三包里程(公里)',
    others: words('三包(公里) 三包里程 质保公里 质保里程(公里)'),
  },
  grade: { title: '品质', others: words('配件品质 品质类型') },
  remark: { title: '备注', others: words('配件备注 remark') },
} satisfies Headings

export const productHeadings = {
  code: { title: '编码', listed: '配件编码', others: [...partCode, '编码或OE号'] },
  purchasePrice: { title: '进价', others: words('采购价 进货价') },
  wholesalePrice1: { title: '批发1', listed: '批发价1', others: words('批发价 一级批发 一级批发价') },
  wholesalePrice2: { title: '批发2', listed: '批发价2', others: words('二级批发 二级批发价') },
  wholesalePrice3: { title: '批发3', listed: '批发价3', others: words('三级批发 三级批发价') },
  retailPrice: { title: '零售', listed: '零售价' },
  transferPrice: { title: '调拨', listed: '调拨价' },
  minSalePrice: { title: '最低售价', others: words('最低价 最低销售价') },
  maxStock: { title: '上限', listed: '库存上限', others: words('最高库存') },
  minStock: { title: '下限', listed: '库存下限', others: words('最低库存') },
  warehouse: { title: '默认仓库', others: words('仓库') },
  location: { title: '默认货位', others: words('货位') },
} satisfies Headings

export const partnerHeadings = {
  code: { title: '编码', others: words('客户编码 供应商编码 单位编码 往来单位编码 编号') },
  name: { title: '名称', others: words('客户 供应商 往来单位 单位 客户名称 供应商名称 单位名称 往来单位名称') },
  cusFlag: { title: '角色', others: words('单位类型 往来类型') },
  kind: { title: '性质' },
  mobile: { title: '手机', others: words('手机号 手机号码 移动电话') },
  contact: { title: '联系人', others: words('联系人姓名') },
  region: { title: '地区', others: words('省市区 所在地区') },
  category: { title: '类别', others: words('客户类别 客户分类 单位类别') },
  level: { title: '等级', others: words('客户等级') },
  salesperson: { title: '业务员', others: words('销售员 客户经理') },
  priceLevel: { title: '价格级别', others: words('价格等级 价格体系') },
  settlement: { title: '结算方式', others: words('付款方式 结款方式') },
  creditLimit: { title: '信用额度', others: words('授信额度 赊账额度') },
  creditDays: { title: '账期', listed: '账期(天)', others: words('账期天数 信用期(天)') },
  taxNo: { title: '税号', others: words('纳税人识别号 统一社会信用代码') },
  bankName: { title: '开户行', others: words('开户银行') },
  bankAccount: { title: '账号', listed: '银行账号', others: words('帐号 银行帐号 银行卡号 卡号') },
  remark: { title: '备注', others: words('客户备注 remark') },
} satisfies Headings

export const regionHeadings = {
  code: { title: '代码', others: words('编码 地区代码 行政区划代码') },
  name: { title: '名称', others: words('地区 地区名称') },
  parent: { title: '上级代码', others: words('上级 上级编码') },
} satisfies Headings

export const openingStockHeadings = {
  code: { title: '编码', listed: '配件编码', others: [...partCode, '编码或OE号'] },
  warehouse: { title: '仓库', others: words('仓库名称 仓库编码') },
  location: { title: '货位', others: words('货位编码 库位 仓位') },
  batchNo: { title: '批次', others: words('批号 批次号') },
  qty: { title: '数量', others: words('期初数量 库存数量 库存 现存 qty') },
  unitCost: { title: '单位成本', others: words('成本单价 成本价 成本 期初成本') },
} satisfies Headings

export const openingBalanceHeadings = {
  partner: { title: '单位', others: words('往来单位 单位名称 客户 供应商 名称 客户名称 供应商名称') },
  side: { title: '方向', others: words('账目 类型 往来方向') },
  billNo: { title: '单据号', others: words('单号 原单号 凭证号 单据编号') },
  bizDate: { title: '日期', others: words('业务日期 单据日期') },
  dueOn: { title: '到期日', others: words('到期日期 应收日期 应付日期') },
  amount: { title: '金额', others: words('期初金额 期初余额 余额 未结 未结金额') },
} satisfies Headings

export const countResultHeadings = {
  code: { title: '编码', others: [...partCode, '编码或OE号'] },
  location: { title: '货位', others: words('货位编码 货位号 库位 仓位') },
  batchNo: { title: '批次', others: words('批号 批次号') },
  qty: { title: '实盘数', others: words('实盘 实盘数量 盘点数量 实际数量 数量') },
  billNo: { title: '盘点单号', others: words('单号 盘点单') },
} satisfies Headings

export const claimAnswerHeadings = {
  billNo: { title: '三包单号', others: words('三包单 单号 服务单号') },
  lineNo: { title: '行号', others: words('行 明细行号') },
  amount: { title: '确认金额', others: words('确认额 核定金额 审核金额 同意金额') },
  reason: { title: '原因', others: words('驳回原因 调整原因 审核意见 备注') },
} satisfies Headings

export const carModelHeadings = {
  brand: { title: '品牌', others: words('汽车品牌 整车品牌') },
  maker: { title: '厂商', others: words('厂家 制造商 主机厂') },
  series: { title: '车系', others: words('车系名称') },
  carType: { title: '车辆类型', others: words('车型类别 车身类型') },
  name: { title: '年款', others: words('年款名称 车型 车型名称') },
  year: { title: '年份', others: words('上市年份') },
  displacementMl: { title: '排量(ml)', others: words('排量') },
  engineCode: { title: '发动机型号', others: words('发动机') },
  gearbox: { title: '变速箱' },
  fuel: { title: '燃料', others: words('燃料类型 能源类型') },
  oilSpec: { title: '机油规格', others: words('机油标号') },
  oilVolume: { title: '机油加注量(L)', others: words('机油量 机油加注量') },
  tyreSpec: { title: '轮胎规格' },
  remark: { title: '备注' },
} satisfies Headings

export const serviceItemHeadings = {
  code: { title: '编码', listed: '项目编码', others: words('服务项目编码 工时编码 编号') },
  name: { title: '名称', listed: '项目名称', others: words('服务项目 服务项目名称 工时名称 维修项目') },
  workerType: { title: '工种', others: words('工种名称') },
  businessType: { title: '业务类型', others: words('维修类型') },
  pricingMode: { title: '计价方式', others: words('计费方式') },
  stdHours: { title: '标准工时', others: words('工时 工时数 定额工时') },
  hourPrice: { title: '工时单价', others: words('单价 工时费单价') },
  fixedPrice: { title: '一口价', others: words('固定价 项目价格') },
  commission: { title: '提成', others: words('提成比例 提成率') },
  remark: { title: '备注' },
} satisfies Headings

export const labourQuotaHeadings = {
  manufacturer: { title: '厂家', others: words('三包厂家 厂家名称 厂家编码 责任厂家') },
  item: { title: '项目编码', others: words('服务项目编码 服务项目 项目 工时编码') },
  labourCode: { title: '厂家工时代码', others: words('工时代码 厂家代码 作业代码 厂家工时编码') },
  hours: { title: '工时', others: words('工时定额 定额工时 定额 工时数') },
  validFrom: { title: '生效日期', others: words('生效日 启用日期 执行日期') },
  remark: { title: '备注' },
} satisfies Headings

export const vehicleHeadings = {
  plate: { title: '车牌', others: words('车牌号 车牌号码 牌照 号牌号码') },
  vin: { title: 'VIN', others: words('车架号 VIN码 车辆识别代号 识别代号') },
  partner: { title: '客户名', listed: '车主', others: words('客户 客户名称 车主名称 所有人 单位 名称') },
  mobile: { title: '手机', others: words('手机号 手机号码 车主手机 移动电话') },
  brand: { title: '品牌', others: words('汽车品牌 厂牌') },
  series: { title: '车系', others: words('车系名称') },
  model: { title: '年款', others: words('车型 年款名称 车型名称') },
  mileage: { title: '里程', others: words('里程(公里) 行驶里程 公里数') },
  purchasedOn: { title: '购车日期', others: words('购买日期 购车时间') },
  compulsoryExpiresOn: { title: '保险到期', listed: '交强险到期', others: words('保险到期日 交强险到期日') },
  inspectionExpiresOn: { title: '年检到期', others: words('年检到期日 检验有效期止 年审到期') },
} satisfies Headings

export const cardHeadings = {
  cardNo: { title: '卡号', others: words('会员卡号 卡编号 会员编号') },
  cardType: { title: '卡类型', others: words('会员卡类型 卡种 会员类型 卡名称') },
  partner: { title: '客户名', listed: '客户', others: words('客户名称 会员 会员姓名 会员名称 持卡人 姓名 客户编码') },
  mobile: { title: '手机', others: words('手机号 手机号码 会员手机 移动电话') },
  plate: { title: '车牌', listed: '绑定车辆', others: words('车牌号 车牌号码 绑定车牌') },
  principal: { title: '本金', others: words('本金余额 储值余额 充值余额 余额 卡内余额') },
  gift: { title: '赠金', others: words('赠金余额 赠送余额 赠送金额') },
  points: { title: '积分', others: words('积分余额 剩余积分') },
  issuedOn: { title: '发卡日', others: words('发卡日期 开卡日期 办卡日期 开卡时间') },
  validUntil: { title: '有效期', others: words('有效期至 到期日 到期日期 赠金有效期') },
  packageName: { title: '套餐', others: words('套餐名称') },
  item: { title: '套餐项目', others: words('套餐项 项目 项目编码 项目名称 服务项目 剩余项目') },
  times: { title: '剩余次数', others: words('剩余数量 次数 余次') },
  value: { title: '剩余金额', others: words('剩余价值 套餐余额 套餐剩余金额') },
  itemValidUntil: { title: '套餐有效期', others: words('套餐到期日 套餐到期 项目有效期') },
} satisfies Headings

/** Columns of lists and exports that an import leaves out without a question; it names them. */
export const invoiceNumberHeadings = {
  billNo: { title: '发票流水号', others: words('流水号 单号 开票单号') },
  invoiceNo: { title: '发票号码' },
  digitalNo: { title: '数电发票号码', others: words('数电票号码 全电发票号码 数电号码') },
  bizDate: { title: '开票日期', others: words('开票时间 开具日期') },
  taxed: { title: '价税合计', others: words('价税合计金额') },
} satisfies Headings

export const besideImport = {
  part: words('型号 重量(kg) 包装数 易损件 批次 旧件回收 状态 修改时间'),
  product: words(
    '名称 配件名称 商品名称 上架 OE号 品牌 规格 单位 分类 最近进价 最近进货 最近供应商 适用车型 默认供应商 采购周期(天) 定价说明',
  ),
  partner: words(
    '电话 地址 折扣 应收 应付 预收 预付 当前应收 当前应付 预收余额 预付余额 最近往来 采购员 来源 黑名单 状态 车辆数',
  ),
  vehicle: words(
    '车辆类型 颜色 车身颜色 用途 发动机号 读数日期 发票日期 保险公司 商业险到期 下次保养 保养里程 驾驶员 驾驶员手机 状态 备注',
  ),
  card: words('套餐剩余 发卡门店 状态 备注'),
  region: words('级别 层级'),
  count_result: words(
    '行号 名称 配件名称 商品名称 品牌 规格 单位 OE号 适用车型 企业 仓库 账面 账面数 差异 差异额 初盘 状态 日期 盘点人 盘点时间 备注',
  ),
  car_model: words('状态'),
  claim_answer: words(
    '序号 索赔单 索赔单号 厂家 三包单日期 客户电话 主因件编码 工时费 材料费 其他费用 申报 差额 确认日 状态 项目/配件 车牌 VIN 购车日期 里程 修理日期 客户 故障代码 故障描述 主因件 处理方式 类别 项目/配件编码 名称 厂家工时代码 工时 数量 单价 金额 申报金额 旧件标签',
  ),
  service_item: words('税率 允许打折 材料数 状态 修改时间 提成方式 三包工时'),
  labour_quota: words('项目名称 服务项目名称 现行 状态'),
  invoice_number: words(
    '序号 发票代码 发票类型 票种 购买方名称 购方名称 购买方纳税人识别号 购方识别号 购买方税号 销方识别号 销方名称 金额 税额 税率 发票状态 开票状态 开具结果 开票人 备注',
  ),
  opening_balance: words('编码 手机 电话 联系人 业务员 备注 企业 逾期天数 应结 已结 优惠 有异议'),
  opening_stock: words(
    '名称 配件名称 商品名称 品牌 规格 单位 OE号 适用车型 企业 占用 锁定 可用 在途 库存金额 零售价 批发价 最近入库 最近出库',
  ),
}
