import { type OutboxRow, smsOutbox, smsOutboxTotals } from '@chepu/contract/shell/sign-in'
import { Alert } from 'antd'
import type { Column } from '../kit/list/columns'
import { TextFilter } from '../kit/list/filters'
import { ListPage } from '../kit/list/list-page'
import { useCall } from '../kit/base/use-call'

const columns: Column<OutboxRow>[] = [
  { key: 'createdAt', title: '时间', kind: 'time', sort: false },
  { key: 'mobile', title: '手机号', width: 120, sort: false, isKey: true },
  { key: 'message', title: '短信内容', width: 480, sort: false, isKey: true },
]

/** 短信发件箱: where messages stay while no gateway is connected; for the keeper of the platform alone. */
export default function SmsOutbox() {
  const { data } = useCall(smsOutbox, { query: { rows: 1 } })
  return (
    <ListPage
      name="smsOutbox"
      title="短信发件箱"
      nothing="还没有短信"
      list={smsOutbox}
      totals={smsOutboxTotals}
      columns={columns}
      head={data && <Notice hasGateway={data.hasGateway} />}
    >
      <TextFilter name="mobile" title="手机号" search />
    </ListPage>
  )
}

const Notice = ({ hasGateway }: { hasGateway: boolean }) => (
  <Alert
    showIcon
    type={hasGateway ? 'info' : 'warning'}
    title={
      hasGateway
        ? '已接入短信网关，新短信直接发送，不再进入发件箱'
        : '未接入短信网关，短信不会真正发出，短信登录和用短信改密码不可用。注册和绑定的验证码使用或过期后隐藏，短信保留30天。'
    }
  />
)
