import { Button } from 'antd'
import { PageModal } from '../kit/ui/page-modal'
import { toast } from '../kit/base/toast'

/** A one-time password or a key, shown this once. */
export function SecretDialog(props: {
  title: string
  /** Whose it is. */
  owner: string
  secret: string
  /** What to do with it. */
  note: string
  onClose: () => void
}) {
  const copy = async () => {
    // The clipboard needs https; on plain http in a LAN the text is selected by a click.
    await navigator.clipboard?.writeText(props.secret)
    toast.success('已复制')
  }
  return (
    <PageModal
      open
      width={480}
      title={props.title}
      closable={false}
      keyboard={false}
      footer={
        <Button type="primary" onClick={props.onClose}>
          我已记下
        </Button>
      }
    >
      <p>{props.owner}</p>
      <div className="ac-secret">
        <span aria-label={props.title}>{props.secret}</span>
        {'clipboard' in navigator && (
          <Button size="small" onClick={() => void copy()}>
            复制
          </Button>
        )}
      </div>
      <p className="ac-note">只显示这一次，关闭后无法再查看。{props.note}</p>
    </PageModal>
  )
}
