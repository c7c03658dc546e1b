import { ownUnbind, ownUser } from '@chepu/contract/access/user'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { passwordInfo } from '@chepu/contract/shell/session'
import { type Provider, providers } from '@chepu/contract/kernel/providers'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { FormDialog } from '../../kit/form/form-dialog'
import type { MasterField } from '../../kit/form/master-form'
import { toast } from '../../kit/base/toast'
import { loadUser } from '../sign-in/sign-in'

type Info = DataOf<typeof passwordInfo>

/** 本人资料 and the outside accounts that lead to the own one. */
export function OwnProfile({ info, onChanged }: { info: Info; onChanged: () => void }) {
  const [open, setOpen] = useState<'edit' | Provider>()
  const { user, emp, org, identities } = info
  const close = () => setOpen(undefined)
  const rows: [string, string][] = [
    ['用户名', user.username],
    ['姓名', user.name],
    ['手机', user.mobile || '未登记'],
    ...(org ? [['企业', org.orgname] as [string, string]] : []),
    ...(emp ? [['员工', `${emp.emp_no} ${emp.name}`] as [string, string]] : []),
  ]
  return (
    <section className="own-profile" aria-label="本人资料">
      <h2>
        本人资料
        <Button type="link" size="small" onClick={() => setOpen('edit')}>
          修改资料
        </Button>
      </h2>
      <dl>
        {rows.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {identities.map(({ provider, boundAt }) => (
          <div key={provider}>
            <dt>{providers[provider]}</dt>
            <dd>
              {boundAt.slice(0, 10)} 绑定
              <Button type="link" size="small" onClick={() => setOpen(provider)}>
                解绑{providers[provider]}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {open === 'edit' && <ProfileDialog user={user} onSaved={onChanged} onClose={close} />}
      {open !== undefined && open !== 'edit' && (
        <Confirm
          title={`解绑${providers[open]}`}
          okText="解绑"
          danger
          run={async () => {
            await call(ownUnbind, { body: { provider: open } })
            toast.success(`已解绑${providers[open]}`)
            onChanged()
          }}
          onClose={close}
        >
          解绑后不能再用该{providers[open]}登录您的账号，其他登录方式和已登录的设备不受影响。
        </Confirm>
      )}
    </section>
  )
}

function ProfileDialog(props: { user: Info['user']; onSaved: () => void; onClose: () => void }) {
  const { user } = props
  const fields: MasterField[] = [
    { name: 'realName', title: '姓名', required: true, wide: true },
    { name: 'mobile', title: '手机', wide: true, help: '用于短信登录和找回密码' },
    {
      name: 'old_password',
      title: '登录密码',
      wide: true,
      help: '改手机时填写',
      render: ({ id, value, onChange }) => (
        <Input.Password
          id={id}
          value={String(value ?? '')}
          autoComplete="current-password"
          onChange={(event) => onChange(event.target.value)}
        />
      ),
    },
  ]
  return (
    <FormDialog
      title="修改资料"
      okText="保存"
      fields={fields}
      schema={ownUser.body}
      preset={{ realName: user.name, mobile: user.mobile, old_password: '' }}
      onSave={(body) => ({ route: ownUser, body })}
      onSaved={async () => {
        await loadUser()
        toast.success('资料已修改')
        props.onSaved()
        props.onClose()
      }}
      onClose={props.onClose}
    />
  )
}
