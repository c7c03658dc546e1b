import { z } from 'zod'
import { button } from '../access/catalogue'
import { idList } from '../kernel/list-query'
import { route } from '../kernel/route'

/** Headings of the sheet 1-发票基本信息 of the tax bureau's template for batches of fully digital invoices (business/invoices 6). */
export const templateHead = [
  '发票流水号',
  '发票类型',
  '特定业务类型',
  '是否含税',
  '受票方自然人标识',
  '购买方名称',
  '购买方纳税人识别号',
  '购买方证件类型',
  '购买方证件号码',
  '购买方国籍（或地区）',
  '购买方地址',
  '购买方电话',
  '购买方开户银行',
  '购买方银行账号',
  '是否展示购买方地址电话银行账号',
  '备注',
  '报废产品销售类型',
  '销售方开户行',
  '销售方银行账号',
  '是否展示销售方地址电话银行账号',
  '购买方邮箱',
  '购买方经办人姓名',
  '购买方经办人证件类型',
  '购买方经办人证件号码',
  '经办人国籍(地区)',
  '经办人自然人纳税人识别号',
  '放弃享受减按1%征收率原因',
  '收款人',
  '复核人',
] as const

/** Headings of its sheet 2-发票明细信息. */
export const templateLines = [
  '发票流水号',
  '项目名称',
  '商品和服务税收编码',
  '规格型号',
  '单位',
  '数量',
  '单价',
  '金额',
  '税率',
  '折扣金额',
  '是否使用优惠政策',
  '优惠政策类型',
  '即征即退类型',
] as const

/** 导出开票模板: chosen drafts of fully digital invoices as the tax bureau's page takes them. */
export const invoiceTemplate = route({
  method: 'GET',
  path: '/api/web/invoice-issued/template/:ids',
  access: button('invoice', 'export'),
  summary: '导出数电票批量导入开票模板',
  params: z.object({ ids: idList }),
  download: 'xlsx',
})
