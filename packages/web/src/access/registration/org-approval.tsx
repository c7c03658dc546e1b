import {
  approvalButtons,
  approvalRoutes,
  orgTypes,
  registerOrg,
  type RegistrationRow,
  registrationStates,
  shopForm,
} from '@chepu/contract/access/registration'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { call, fetchFile } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { Confirm } from '../../kit/ui/confirm'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { FormDialog } from '../../kit/form/form-dialog'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { FieldControl, MasterField } from '../../kit/form/master-form'
import { PageModal } from '../../kit/ui/page-modal'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { RegionCascader } from '../../pickers/region-cascader'

const columns: Column<RegistrationRow>[] = [
  { key: 'appliedAt', title: '申请时间', kind: 'time' },
  { key: 'state', title: '状态', kind: 'state', width: 72, labels: registrationStates, isKey: true },
  { key: 'name', title: '企业名称', width: 140, isKey: true },
  { key: 'creditCode', title: '信用代码', width: 144, sort: false },
  { key: 'contact', title: '联系人', width: 60, sort: false },
  { key: 'mobile', title: '手机', width: 92, sort: false },
  { key: 'region', title: '地区', width: 110, sort: false },
  { key: 'orgType', title: '类型', width: 68, labels: orgTypes, sort: false },
  { key: 'parent', title: '上级企业', width: 96, sort: false },
  { key: 'reason', title: '意见', width: 120, sort: false, isKey: true },
  { key: 'address', title: '详细地址', width: 180, sort: false, hidden: true },
  { key: 'username', title: '管理员用户名', width: 120, sort: false, hidden: true },
  { key: 'decidedAt', title: '审核时间', kind: 'time', sort: false, hidden: true },
]

const region = ({ id, value, onChange }: FieldControl) => (
  <RegionCascader id={id} value={String(value ?? '')} complete onChange={onChange} />
)

const shopFields: MasterField[] = [
  { name: 'name', title: '门店名称', required: true },
  { name: 'org_type', title: '类型', kind: 'select', options: orgTypes, required: true },
  { name: 'credit_code', title: '统一社会信用代码', required: true },
  { name: 'contact', title: '联系人', required: true },
  { name: 'region_code', title: '地区', required: true, render: region },
  { name: 'address', title: '详细地址' },
]

type Open = { kind: 'approve' | 'reject' | 'licence'; row: RegistrationRow } | { kind: 'ask' }

/** 企业审核: companies that registered and shops that an organisation asked for (business/access 3.3). */
export default function OrgApproval() {
  const { has } = useSession()
  const asked = useScreenParams()
  const [open, setOpen] = useState<Open>()
  const refreshCalls = useRefreshCalls()
  const close = () => setOpen(undefined)
  const refresh = () => refreshCalls(approvalRoutes.list, approvalRoutes.totals)
  const rowActions = (row: RegistrationRow): RowAction[] => {
    const mayDecide = row.state === 'pending' && has(approvalButtons.approve)
    return [
      ...(mayDecide ? [{ key: 'approve', label: '通过', run: () => setOpen({ kind: 'approve', row }) }] : []),
      ...(row.hasLicence ? [{ key: 'licence', label: '查看执照', run: () => setOpen({ kind: 'licence', row }) }] : []),
      ...(mayDecide
        ? [{ key: 'reject', label: '驳回', danger: true, run: () => setOpen({ kind: 'reject', row }) }]
        : []),
    ]
  }
  const toolbar = (_list: ListApi<RegistrationRow>) =>
    has(approvalButtons.ask) && (
      <Button size="small" type="primary" onClick={() => setOpen({ kind: 'ask' })}>
        申请门店
      </Button>
    )
  return (
    <>
      <ListPage
        name="orgApproval"
        title="企业审核"
        nothing="还没有注册申请"
        list={approvalRoutes.list}
        totals={approvalRoutes.totals}
        columns={columns}
        initial={asked}
        rowActions={rowActions}
        toolbar={toolbar}
      >
        <TextFilter name="q" title="企业" search placeholder="企业名称 / 信用代码" />
        <SelectFilter name="state" title="状态" options={registrationStates} />
        <SelectFilter name="orgType" title="类型" options={orgTypes} />
        <DateRangeFilter title="申请日期" more />
      </ListPage>
      {open?.kind === 'approve' && (
        <Confirm
          title={`通过“${open.row.name}”的申请？`}
          okText="通过"
          run={async () => {
            await call(approvalRoutes.decide, { body: { id: open.row.id, action: 'approve' } }).finally(refresh)
            toast.success('已通过')
          }}
          onClose={close}
        >
          {open.row.parent
            ? `将在“${open.row.parent}”下开通门店，并建好默认仓库和收款账户，申请人为门店管理员。`
            : `将开通新的集团和企业，并建好默认角色、仓库和收款账户，用户名 ${open.row.username} 为管理员。`}
        </Confirm>
      )}
      {open?.kind === 'reject' && (
        <FormDialog
          title={`驳回“${open.row.name}”的申请`}
          fields={[{ name: 'reason', title: '驳回原因', kind: 'area', required: true }]}
          schema={approvalRoutes.decide.body}
          preset={{ id: open.row.id, action: 'reject' }}
          okText="驳回"
          onSave={(body) => ({ route: approvalRoutes.decide, body })}
          onSaved={() => {
            toast.success('已驳回')
            refresh()
            close()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'ask' && (
        <FormDialog
          title="申请门店"
          fields={shopFields}
          schema={shopForm}
          okText="提交申请"
          onSave={(body) => ({ route: registerOrg, body })}
          onSaved={() => {
            toast.success('申请已提交，请等待审核')
            refresh()
            close()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'licence' && <Licence row={open.row} onClose={close} />}
    </>
  )
}

/** The picture, fetched with the session's headers. */
function Licence(props: { row: RegistrationRow; onClose: () => void }) {
  const [url, setUrl] = useState('')
  const { id, name } = props.row
  useEffect(() => {
    let made = ''
    fetchFile(approvalRoutes.licence, { params: { id } }).then(
      (blob) => {
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => undefined,
    )
    return () => URL.revokeObjectURL(made)
  }, [id])
  return (
    <PageModal open title={`营业执照 - ${name}`} width={720} footer={null} onCancel={props.onClose}>
      {url && <img src={url} alt={`${name}的营业执照`} style={{ maxWidth: '100%' }} />}
    </PageModal>
  )
}
