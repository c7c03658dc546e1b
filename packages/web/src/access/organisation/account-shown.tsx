import { Alert, Typography } from 'antd'
import { PageModal } from '../../kit/ui/page-modal'

/** A new login with its one-time password, which nobody can read again. */
export function AccountShown(props: {
  title: string
  account: { username: string; password: string }
  onClose: () => void
}) {
  const { username, password } = props.account
  return (
    <PageModal
      open
      title={props.title}
      width={420}
      okText="我已记下"
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={props.onClose}
      onCancel={props.onClose}
    >
      <p>
        用户名：<Typography.Text copyable>{username}</Typography.Text>
      </p>
      <p>
        一次性密码：
        <Typography.Text copyable code>
          {password}
        </Typography.Text>
      </p>
      <Alert type="warning" title="密码只显示这一次，请转交本人；首次登录后须修改。" />
    </PageModal>
  )
}
