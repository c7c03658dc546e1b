import { customerPagePurpose, usualPageDays } from '@chepu/contract/cards/customer-page'
import { customerButtons } from '@chepu/contract/customers/partner'
import { customerOverview } from '@chepu/contract/customers/customer-view'
import { collection } from '@chepu/contract/finance/collection'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { DataOf } from '@chepu/contract/kernel/route'
import { workOrder } from '@chepu/contract/repair/work-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { Button, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { LinkDialog } from '../../kit/ui/link-dialog'
import { documentScreen, newDocument } from '../../kit/document/document-screens'
import { Overview } from './overview'
import { customerTabs } from './tabs'
import { customerPageOnSlips } from '../../pickers/customer-page'
import '../customer-list.css'
import './detail.css'

type Customer = DataOf<typeof customerOverview>

/** What is begun with a customer, by the button of each; a kind without a screen is not offered. */
const begun: readonly { label: string; document: DocumentDef }[] = [
  { label: '开工单', document: workOrder },
  { label: '销售开单', document: salesDelivery },
  { label: '收款', document: collection },
]

function Actions({ customer }: { customer: Customer }) {
  const session = useSession()
  const { has } = session
  const { open } = useTabs()
  const { id, name, isActive, isSystem } = customer
  const offered = begun.filter(({ document }) => isActive && has(document.buttons.add) && documentScreen(document.kind))
  return (
    <div className="cd-actions">
      {offered.map(({ label, document }) => (
        <Button key={document.kind} size="small" onClick={() => open(newDocument(document, { partnerId: id }))}>
          {label}
        </Button>
      ))}
      {isActive && !isSystem && customerPageOnSlips.mayMake(session) && <PageLink {...customer} />}
      {has(customerButtons.update) && !isSystem && (
        <Button
          size="small"
          onClick={() => open({ key: 'customerEdit', params: { id, role: 1 }, title: `客户-${name}` })}
        >
          编辑
        </Button>
      )}
    </div>
  )
}

/** 客户页面: a link by which the customer reads what is his here (business/cards 10). */
function PageLink({ id, name }: Customer) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        客户页面
      </Button>
      {isOpen && (
        <LinkDialog
          title={`客户页面：${name}`}
          purpose={customerPagePurpose}
          subjectId={id}
          usualDays={usualPageDays}
          use="查看自己的会员卡、套餐、代金券和消费记录"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** 客户详情: all that is known of one customer, each tab the list of its own page (business/customers 7). */
export default function CustomerDetail() {
  const { id: asked = '', tab } = useScreenParams<{ id: string; tab: string }>()
  const id = Number.parseInt(asked, 10)
  const session = useSession()
  const { setTitle } = useTabs()
  const { data, error } = useCall(customerOverview, { params: { id } }, { enabled: id > 0 })
  const name = data?.name
  useEffect(() => {
    if (name) setTitle(`客户详情-${name}`)
  }, [name, setTitle])
  if (!(id > 0)) return <p role="alert">请从客户列表中打开客户</p>
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p>正在加载…</p>
  return (
    <div className="cd">
      <div className="cd-head">
        <h1>{data.name}</h1>
        <span className="cd-facts">
          {[data.code, data.mobile, data.salespersonName && `业务员 ${data.salespersonName}`]
            .filter(Boolean)
            .join('　')}
          {data.isBlacklisted && <b className="cd-warning">　黑名单</b>}
          {!data.isActive && <b className="cd-warning">　已停用</b>}
        </span>
        <Actions customer={data} />
      </div>
      <Tabs
        size="small"
        className="kit-tabs customer-tabs"
        defaultActiveKey={tab ?? 'overview'}
        items={[
          { key: 'overview', label: '概况', children: <Overview customer={data} /> },
          ...customerTabs(data, session).map(({ key, title, body }) => ({ key, label: title, children: body })),
        ]}
      />
    </div>
  )
}
