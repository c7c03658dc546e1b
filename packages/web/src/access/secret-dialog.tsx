import { Button } from 'antd'
import { PageModal } from '../kit/page-modal'
import { toast } from '../kit/toast'

/** A one-time password, shown this once. */
export function SecretDialog(props: { username: string; password: string; onClose: () => void }) {
  const copy = async () => {
    // The clipboard needs https; on plain http in a LAN the text is selected by a click.
    await navigator.clipboard?.writeText(props.password)
    toast.success('已复制')
  }
  return (
    <PageModal
      open
      width={420}
      title="一次性密码"
      closable={false}
      keyboard={false}
      footer={
        <Button type="primary" onClick={props.onClose}>
          我已记下
        </Button>
      }
    >
      <p>用户名：{props.username}</p>
      <div className="ac-secret">
        <span aria-label="一次性密码">{props.password}</span>
        {'clipboard' in navigator && (
          <Button size="small" onClick={() => void copy()}>
            复制
          </Button>
        )}
      </div>
      <p className="ac-note">只显示这一次，关闭后无法再查看。首次登录后必须修改密码。</p>
    </PageModal>
  )
}
