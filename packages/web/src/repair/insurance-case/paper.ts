import { faults, insuranceCase, policyKinds } from '@chepu/contract/repair/insurance-case'
import type { CasePaper } from '@chepu/contract/repair/insurance-case'
import { add, type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { moneyText, text } from '../../kit/base/format'
import { plainPaper } from '../../kit/print/plain-paper'

const figure = (value: unknown): Decimal => (isDecimal(value) ? value : '0')

/** 保险案件交接单: what was assessed, and which papers are handed over. */
const paper = plainPaper(insuranceCase, ({ header, field }) => {
  const kind = header['policyKind'] as keyof typeof policyKinds
  const { assessedLabour, assessedMaterial, atFault } = header
  const withMoney = assessedLabour !== undefined
  const sum = (key: string, title: string) => ({ key, title, value: moneyText(figure(header[key])) })
  const assessed = add(figure(assessedLabour), figure(assessedMaterial))
  const papers = (header['papers'] ?? []) as readonly CasePaper[]
  return {
    title: '保险案件交接单',
    fields: [
      field('insurerName', '保险公司'),
      field('caseNo', '报案号'),
      field('policyNo', '保单号'),
      field('policyKind', '险种', policyKinds[kind]),
      field('plate', '车牌'),
      field('vin', '车架号'),
      field('modelText', '车型'),
      field('partnerName', '客户'),
      field('atFault', '事故责任', typeof atFault === 'number' ? (faults[atFault] ?? `${atFault}%`) : ''),
      field('surveyor', '定损员'),
      field('assessedOn', '定损日期'),
      field('workOrderNo', '工单号'),
    ],
    columns: [
      { key: '#', title: '序号', share: 10 },
      { key: 'name', title: '单证', share: 60 },
      { key: 'held', title: '已交', share: 30 },
    ],
    lines: papers.map(({ name, isHeld }) => ({ name, held: isHeld ? '√' : '' })),
    amountTitle: '定损合计',
    amount: withMoney && !isZero(assessed) ? assessed : undefined,
    extras: withMoney
      ? [
          sum('assessedLabour', '定损工时'),
          sum('assessedMaterial', '定损材料'),
          sum('deductible', '免赔额'),
          sum('depreciation', '折旧'),
          sum('salvage', '残值'),
        ]
      : [],
    signatures: [
      { title: '服务顾问', value: text(header['salespersonName']) },
      { title: '保险公司签收', value: '' },
    ],
  }
})
export default paper
