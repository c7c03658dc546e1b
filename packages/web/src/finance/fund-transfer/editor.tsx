import { searchPartners } from '@chepu/contract/basics/lookups'
import { fundTransfer, isEnteredTransfer, transferPurposes } from '@chepu/contract/finance/fund-transfer'
import { add, isZero } from '@chepu/contract/kernel/decimal'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { useId, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { EditorStore } from '../../kit/document/document-editor-store'
import { HeaderFields, ListField } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { useDialog } from '../../kit/ui/use-dialog'
import { useAccounts } from '../../pickers/accounts'
import { fieldsOf } from '../../pickers/fields'
import { typedMoney } from '../../pickers/tender-lines'
import { ConfirmDialog } from './confirm-dialog'

const { DayField, DepartmentField, EmployeeField, MoneyField, SelectField, TextField } = fieldsOf(fundTransfer)

/** 资金转账单: from one account to another, or to a sister (business/money-slips 3). */
export default function FundTransferEditor() {
  const [store] = useState(() => new EditorStore(fundTransfer, {}, { purpose: 'inside' }))
  const [openConfirm, dialog] = useDialog(ConfirmDialog)
  const confirm = () => {
    const { billNo, total, orgName } = store.header()
    return openConfirm({ billNo: String(billNo), total: String(total), from: String(orgName) })
  }
  return (
    <>
      <DocumentEditor document={fundTransfer} store={store} asks={{ confirm }} totals={<Totals />}>
        <HeaderFields>
          <PurposeField />
          <Sender />
          <AccountField name="accountId" />
          <Target />
          <MoneyField name="total" />
          <MoneyField name="fee" />
          <DayField name="bizDate" />
          <TextField name="tradeNo" />
          <DepartmentField name="departmentId" />
          <EmployeeField name="handlerId" />
          <TextField name="remark" span={2} />
        </HeaderFields>
      </DocumentEditor>
      {dialog}
    </>
  )
}

/** 类型; one that the program alone makes is told in words all the same. */
function PurposeField() {
  const { purpose } = useHeader()
  const options = Object.entries(transferPurposes).filter(([name]) => isEnteredTransfer(name) || name === purpose)
  return <SelectField name="purpose" options={Object.fromEntries(options)} />
}

function AccountField(props: { name: 'accountId' | 'counterAccountId'; required?: boolean }) {
  const { purpose } = useHeader()
  const options = useAccounts().map((account) => ({
    id: account.id,
    label: account.name,
    value: account,
    ...(account.balance === undefined ? {} : { hint: moneyText(account.balance) }),
  }))
  return <ListField {...props} options={options} {...(purpose === 'from_sister' ? { title: '转入账户' } : {})} />
}

/** 转出企业 of what a sister has sent: the form is hers. */
function Sender() {
  const { orgId } = useSession()
  const { orgId: sender, orgName } = useHeader()
  const id = useId()
  if (sender === undefined || sender === orgId) return null
  return (
    <div className="de-field">
      <label htmlFor={id}>转出企业</label>
      <output id={id} className="de-text">
        {String(orgName)}
      </output>
    </div>
  )
}

/** Where the money goes: another account, or a sister. */
function Target() {
  const { purpose } = useHeader()
  return purpose === 'inside' ? <AccountField name="counterAccountId" required /> : <SisterField />
}

function SisterField() {
  const { purpose } = useHeader()
  const query = { q: '', cus_flag: partnerRoles.sister, rows: 100 }
  const rows = useCall(searchPartners, { query }, { stale: 5 * 60_000 }).data?.rows ?? []
  const options = rows.map((partner) => ({ id: partner.id, label: partner.name, value: partner }))
  return (
    <ListField
      name="partnerId"
      required
      options={options}
      title={purpose === 'from_sister' ? '转出企业' : '转入企业'}
    />
  )
}

/** 合计: what leaves the account in all. */
function Totals() {
  const { total, fee, purpose, state, orgId: sender } = useHeader()
  const { orgId } = useSession()
  const { readOnly } = useEditor()
  if (sender !== undefined && sender !== orgId)
    return (
      <div className="de-totals" aria-label="合计">
        <Figure title="转入金额" value={moneyText(typedMoney(String(total)))} strong />
      </div>
    )
  const out = add(typedMoney(String(total ?? '')), typedMoney(String(fee ?? '')))
  return (
    <div className="de-totals" aria-label="合计">
      {purpose === 'to_sister' && (
        <p className="de-count">
          {readOnly && state !== 'draft' ? '' : '审核后款项在途，对方确认转入后双方记内部往来。'}
        </p>
      )}
      {!isZero(typedMoney(String(fee ?? ''))) && <Figure title="手续费" value={moneyText(typedMoney(String(fee)))} />}
      <Figure title={purpose === 'from_sister' ? '转入金额' : '转出合计'} value={moneyText(out)} strong />
    </div>
  )
}
