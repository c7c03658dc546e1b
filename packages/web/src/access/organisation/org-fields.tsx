import { taxpayerKinds } from '@chepu/contract/access/org'
import dayjs from '../../kit/base/dayjs'
import type { MasterField } from '../../kit/form/master-form'
import { MonthField } from '../../kit/form/month-field'
import { useCall } from '../../kit/base/use-call'
import { orgRoutes } from '@chepu/contract/access/org'
import { useOptions } from '../../pickers/lists'
import { RegionControl } from '../../pickers/region-cascader'

/** Organisations that the user sees, by id, as choices of 上级 and 复制自. */
export function useOrgOptions(): Readonly<Record<string, string>> {
  const { data } = useCall(orgRoutes.nodes, {}, { stale: 60_000 })
  return Object.fromEntries((data?.rows ?? []).map(({ id, code, name }) => [String(id), `${code} ${name}`]))
}

/** Fields of 新建/编辑门店 (business/access 3.5). With documents, code and 启用月 are fixed. */
export function useOrgFields(org: { hasDocuments: boolean } | undefined): MasterField[] {
  const [orgs, companies] = [useOrgOptions(), useOptions('company')]
  const [orgTypes, storeTypes, taxRates] = [useOptions('orgType'), useOptions('storeType'), useOptions('taxRate')]
  const fixed = org?.hasDocuments === true
  return [
    { name: 'name', title: '名称', required: true, section: '基本' },
    { name: 'shortName', title: '简称', help: '标签、小票上使用' },
    {
      name: 'code',
      title: '编码',
      required: true,
      fixed,
      help: fixed ? '已有单据，不能修改' : '2-4位字母或数字，是单据编号的一部分',
    },
    { name: 'orgType', title: '企业类型', kind: 'select', options: orgTypes, required: true },
    { name: 'storeTypeId', title: '门店类型', kind: 'select', numeric: true, options: storeTypes },
    { name: 'parentId', title: '上级', kind: 'select', numeric: true, options: orgs, required: org === undefined },
    { name: 'companyId', title: '公司主体', kind: 'select', numeric: true, options: companies },
    { name: 'manager', title: '负责人' },
    { name: 'tel', title: '电话', section: '联系与位置' },
    { name: 'businessHours', title: '营业时间', help: '如 08:00-18:30' },
    { name: 'regionCode', title: '地区', render: RegionControl, initial: '' },
    { name: 'bayCount', title: '工位数', kind: 'integer', initial: 0 },
    { name: 'address', title: '地址', wide: true },
    { name: 'longitude', title: '经度', kind: 'decimal', help: '-180 到 180，最多6位小数' },
    { name: 'latitude', title: '纬度', kind: 'decimal', help: '-90 到 90，最多6位小数' },
    {
      name: 'taxpayerKind',
      title: '税务类型',
      kind: 'select',
      options: taxpayerKinds,
      required: true,
      initial: 'general',
      section: '财税',
    },
    { name: 'defaultTaxRateId', title: '默认税率', kind: 'select', numeric: true, options: taxRates },
    {
      name: 'startMonth',
      title: '启用月',
      required: true,
      fixed,
      render: MonthField,
      initial: thisMonth(),
      help: fixed ? '已有单据，不能修改' : '期初数据记在前一个月的最后一天',
    },
    ...(fixed
      ? [
          {
            name: 'confirmTax',
            title: '确认变更税务类型',
            kind: 'switch' as const,
            help: '已有单据；变更只影响以后的单据',
          },
        ]
      : []),
    { name: 'remark', title: '备注', kind: 'area' },
  ]
}

function thisMonth(): number {
  const now = dayjs()
  return now.year() * 100 + now.month() + 1
}
