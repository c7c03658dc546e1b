import { documents as cards } from '../cards/documents'
import { documents as finance } from '../finance/documents'
import type { DocumentDef } from '../kernel/document'
import { type OrgConfig, orgConfig } from '../kernel/org-config'
import { isEntered } from '../kernel/states'
import { documents as picking } from '../picking/documents'
import { documents as purchasing } from '../purchasing/documents'
import { documents as sales } from '../sales/documents'
import { documents as warehouse } from '../warehouse/documents'

/** One setting as 参数设置 explains it (business/access 2.2). */
export interface OrgSetting {
  key: keyof OrgConfig
  title: string
  help: string
}

const groups: readonly { title: string; settings: readonly Omit<OrgSetting, 'title'>[] }[] = [
  {
    title: '采购与入库',
    settings: [
      {
        key: 'receiptTwoDesk',
        help: '开启后，采购入库和销售退货审核后停在“已审核”，由仓库清点后入库。',
      },
      {
        key: 'overReceiptTolerance',
        help: '入库数量可超过采购订单的比例，0.05 表示最多超收 5%，0 表示不允许超收。',
      },
      { key: 'freightToCost', help: '开启后，我方承担的运费按金额分摊到各行的入库成本。' },
      {
        key: 'priceTaxIncluded',
        help: '开启后，商品资料中的价格为含税价，新单据的单价默认按含税录入，单据上仍可更改；关闭则均为不含税。修改后已有的商品价格不会换算。',
      },
    ],
  },
  {
    title: '销售与出库',
    settings: [
      {
        key: 'deliveryTwoDesk',
        help: '开启后，销售出库和采购退货审核后由仓库拣货确认，才减少库存。',
      },
      {
        key: 'requireConfirmOrder',
        help: '开启后，销售订单要在“订单确认”中确认库存和信用后才能出库。',
      },
      { key: 'creditCheck', help: '开启后，挂账超过客户信用额度时按客户的信用策略禁止或提醒。' },
      { key: 'forbidBelowCost', help: '开启后，低于库存均价的销售需要“低于成本价”权限。' },
      {
        key: 'goodsReturnDays',
        help: '出库超过这些天后不能再按原单退货，0 表示只能当天退。',
      },
    ],
  },
  {
    title: '维修与领料',
    settings: [
      {
        key: 'autoReserveRepairMaterial',
        help: '开启后，客户确认的工单材料自动占用领料仓库的库存；缺货的排队等待，到货后自动占用并通知服务顾问和技师。',
      },
    ],
  },
  {
    title: '审核与期间',
    settings: [
      {
        key: 'approveRequired',
        help: '勾选的单据必须先提交，再由有审核权限的人审核；未勾选的可以直接审核。',
      },
      { key: 'selfApprove', help: '关闭后，已提交的单据要由制单人以外的人审核。' },
      {
        key: 'backdateDays',
        help: '业务日期最多可早于今天几天，0 表示只能录当天；已结账的月份始终不能补录。',
      },
    ],
  },
  {
    title: '维修',
    settings: [
      {
        key: 'defaultHourPrice',
        help: '服务项目、工种和车辆类型都没有工时单价时，每工时按这个价格计算。',
      },
      {
        key: 'commissionRate',
        help: '服务项目、技师和工种都没有设置提成比例时，技师按工时产值的这个比例提成，0.18 表示 18%。',
      },
      {
        key: 'commissionHourPrice',
        help: '大于 0 时，技师提成按“标准工时 × 数量 × 内部工时单价”乘提成比例计算；0 表示按工时产值计算。按金额提成的服务项目不受影响。',
      },
      { key: 'adviserCommissionRate', help: '服务顾问按自费项目产值的这个比例提成，0.02 表示 2%。' },
      {
        key: 'reworkClawback',
        help: '返工单结算时，从原项目技师的提成中按这个比例追回，每个项目只追回一次；1 表示全部追回，0 表示不追回。',
      },
      {
        key: 'warrantyCommissionOnConfirm',
        help: '开启后，三包项目的技师提成等厂家核定后再计；关闭则结算时按申报金额计。',
      },
    ],
  },
  {
    title: '会员卡',
    settings: [
      {
        key: 'cardMostPrincipal',
        help: '充值后卡内本金不能超过这个金额。单用途预付卡管理办法规定，记名卡不超过 5,000 元。',
      },
      { key: 'cardCashRefundLimit', help: '退卡时可以付现金的最高金额，超过的须转入客户本人的银行账户。' },
      { key: 'cardLargeAmount', help: '单笔充值或退卡达到这个金额时提醒店长。' },
      { key: 'cardLowBalance', help: '消费后卡内余额低于这个金额时提醒店长和负责该客户的业务员，0 表示不提醒。' },
      {
        key: 'cardSettleRate',
        help: '本店发的卡在集团其他门店消费时，按消费本金和套餐金额的这个比例付给消费门店；1 表示全额。',
      },
      {
        key: 'cardSaleCommissionRate',
        help: '销售人按开卡、充值的实收本金和套餐售价的这个比例提成，0.03 表示 3%。',
      },
    ],
  },
  {
    title: '开票',
    settings: [
      {
        key: 'invoiceLimit',
        help: '按单据开票时，一张发票的未税金额超过这个上限就自动拆成几张；0 表示不拆分，开票时可以改。',
      },
    ],
  },
  {
    title: '集团',
    settings: [
      {
        key: 'shareHistory',
        help: '开启后，集团内其他企业可以在“维修记录”中看到本企业做过的项目和材料。',
      },
      {
        key: 'shareStockQty',
        help: '开启后，集团内其他企业可以看到本企业配件的库存数量（不含成本）。',
      },
    ],
  },
]

/** Every key of the organisation's settings, grouped as a shop's owner thinks of them. */
export const orgSettingGroups = groups.map(({ title, settings }) => ({
  title,
  settings: settings.map((setting): OrgSetting => ({
    ...setting,
    title: orgConfig.shape[setting.key].meta()?.title ?? '',
  })),
}))

/** Whether drafts of a kind can be approved as they are, so that 提交 is a step that an organisation may ask for. */
const canSkipSubmit = (def: DocumentDef): boolean =>
  Object.values(def.actions).some(({ isApproval, from }) => isApproval && from.some((state) => isEntered(def, state)))

/** Kinds of documents for 需提交后审核的单据. */
export const submittableKinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...purchasing, ...sales, ...warehouse, ...picking, ...cards, ...finance]
      .filter(canSkipSubmit)
      .map(({ kind, title }) => [kind, title]),
  ),
  write_off: '核销单',
}
