import { menuSwitchRoutes } from '@chepu/contract/access/menu-switch'
import { orgButtons, taxpayerKinds } from '@chepu/contract/access/org'
import {
  type CompanyRow,
  companyRoutes,
  type OrgTypeRow,
  orgTypeRoutes,
  type StoreTypeRow,
  storeTypeRoutes,
} from '@chepu/contract/access/org-masters'
import { Checkbox, Switch } from 'antd'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import type { FieldControl, MasterField } from '../../kit/form/master-form'
import { MasterPage } from '../../kit/form/master-page'
import { useCall } from '../../kit/base/use-call'
import './organisation.css'

const buttons = {
  add: orgButtons.add,
  update: orgButtons.update,
  enable: orgButtons.disable,
  remove: orgButtons.disable,
}
const status = { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true }
const remark = { key: 'remark', title: '备注', width: 240, sort: false }
const filters = (title: string) => (
  <>
    <TextFilter name="q" title={title} search placeholder="名称" />
    <SelectFilter {...activeFilter} />
  </>
)
const sortField: MasterField = { name: 'sort', title: '排序', kind: 'integer', initial: 0 }
const remarkField: MasterField = { name: 'remark', title: '备注', kind: 'area' }

/** Allowed menus of a type: all, or those that are ticked. */
function Screens({ value, onChange }: FieldControl) {
  const { data } = useCall(menuSwitchRoutes.read, {}, { stale: 60_000 })
  const allowed = value as readonly string[] | null
  const all = data?.areas.flatMap((area) => area.screens.map((screen) => screen.key)) ?? []
  const tick = (key: string, isOn: boolean) =>
    onChange(isOn ? [...(allowed ?? []), key] : (allowed ?? []).filter((each) => each !== key))
  return (
    <div className="org-screens">
      <label>
        <Switch checked={allowed === null} onChange={(isAll) => onChange(isAll ? null : all)} /> 全部菜单
      </label>
      {allowed !== null &&
        data?.areas.map((area) => (
          <fieldset key={area.key} className="org-menu">
            <legend>{area.name}</legend>
            {area.screens.map(({ key, name, isFixed }) => (
              <Checkbox
                key={key}
                disabled={isFixed}
                checked={isFixed || allowed.includes(key)}
                onChange={(event) => tick(key, event.target.checked)}
              >
                {name}
              </Checkbox>
            ))}
          </fieldset>
        ))}
    </div>
  )
}

/** 组织类型 (business/access 1): name and allowed menus. */
export function OrgTypes() {
  return (
    <MasterPage<OrgTypeRow>
      name="orgTypes"
      title="组织类型"
      routes={orgTypeRoutes}
      buttons={buttons}
      columns={[
        { key: 'name', title: '名称', width: 140, sort: false, isKey: true },
        {
          key: 'screens',
          title: '允许的菜单',
          width: 120,
          sort: false,
          render: (row) => (row.screens === null ? '全部' : `${row.screens.length}个`),
        },
        { key: 'orgCount', title: '企业数', kind: 'count', sort: false },
        { key: 'isSystem', title: '系统自带', kind: 'flag', width: 80, sort: false },
        status,
        remark,
      ]}
      labelOf={(row) => row.name}
      fields={[
        { name: 'name', title: '名称', required: true },
        sortField,
        {
          name: 'screens',
          title: '允许的菜单',
          wide: true,
          initial: null,
          render: (control) => <Screens {...control} />,
        },
        remarkField,
      ]}
    >
      {filters('组织类型')}
    </MasterPage>
  )
}

/** 门店类型 (business/access 1). */
export function StoreTypes() {
  return (
    <MasterPage<StoreTypeRow>
      name="storeTypes"
      title="门店类型"
      routes={storeTypeRoutes}
      buttons={buttons}
      columns={[
        { key: 'name', title: '名称', width: 140, sort: false, isKey: true },
        { key: 'orgCount', title: '门店数', kind: 'count', sort: false },
        { key: 'sort', title: '排序', kind: 'count', sort: false },
        status,
        remark,
      ]}
      labelOf={(row) => row.name}
      fields={[{ name: 'name', title: '名称', required: true }, sortField, remarkField]}
    >
      {filters('门店类型')}
    </MasterPage>
  )
}

/** 公司主体 (business/access 1): legal entities, the parties of invoices. */
export function Companies() {
  return (
    <MasterPage<CompanyRow>
      name="companies"
      title="公司主体"
      routes={companyRoutes}
      buttons={buttons}
      columns={[
        { key: 'name', title: '名称', width: 180, sort: false, isKey: true },
        { key: 'taxNo', title: '税号', width: 150, sort: false },
        { key: 'taxpayerKind', title: '纳税人类型', labels: taxpayerKinds, width: 96, sort: false },
        { key: 'legalPerson', title: '法人', width: 60, sort: false },
        { key: 'addressTel', title: '地址电话', width: 180, sort: false },
        { key: 'bankName', title: '开户行', width: 130, sort: false },
        { key: 'bankAccount', title: '账号', width: 150, sort: false },
        { key: 'orgCount', title: '企业数', kind: 'count', sort: false },
        status,
        remark,
      ]}
      labelOf={(row) => row.name}
      fields={[
        { name: 'name', title: '名称', required: true, wide: true },
        { name: 'taxNo', title: '税号', help: '15-20位字母或数字' },
        {
          name: 'taxpayerKind',
          title: '纳税人类型',
          kind: 'select',
          options: taxpayerKinds,
          required: true,
          initial: 'general',
        },
        { name: 'legalPerson', title: '法人' },
        { name: 'addressTel', title: '地址电话', wide: true },
        { name: 'bankName', title: '开户行' },
        { name: 'bankAccount', title: '账号', help: '16或19位数字' },
        remarkField,
      ]}
    >
      {filters('公司主体')}
    </MasterPage>
  )
}
