import { fileTooLarge, sizeLimit } from '@chepu/contract/kernel/file-limit'
import { type Site, type SiteImage, siteImages, siteRoutes } from '@chepu/contract/shell/site'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { call, fillPath, send } from '../kit/base/call'
import {
  isSameInFields,
  type MasterField,
  MasterFailure,
  MasterFields,
  saveOnKey,
  useMasterForm,
} from '../kit/form/master-form'
import { refreshSite } from '../kit/base/site'
import { toast } from '../kit/base/toast'
import { useCall } from '../kit/base/use-call'
import { useKept, useUnsavedMark } from '../kit/base/use-kept'
import './site-config.css'

const fields: readonly MasterField[] = [
  { name: 'title', title: '产品标题', help: '显示在浏览器标签、登录页和菜单上；不填时为“车铺”。' },
  { name: 'servicePhone', title: '客服电话', help: '手机、座机或400电话，显示在登录页和用户菜单。' },
  { name: 'isVersionShown', title: '显示版本', kind: 'switch', help: '在顶栏显示产品标题和版本号。' },
  {
    name: 'settlementNote',
    title: '结算尾注',
    kind: 'area',
    help: '印在销售单、收付款凭据和对账单的页脚，最多100个字符。',
  },
]

/** 站点配置 (business/basics 8): title, pictures and the like of the whole installation. */
export default function SiteConfig() {
  const { data, error, refetch } = useCall(siteRoutes.read)
  const kept = useKept(data, isSame)
  if (!data && error) return <Alert type="error" showIcon title={error.message} />
  if (!data || !kept.data) return <p className="soft">正在加载…</p>
  const reload = () => void refetch().then(({ isSuccess }) => isSuccess && kept.renew())
  const show = () => void Promise.all([refreshSite(), refetch()])
  return (
    <div className="site-config">
      <SiteForm key={kept.round} site={kept.data} hold={kept.hold} own={kept.own} onSaved={show} onReload={reload} />
      <section aria-label="图片">
        <Picture kind="logo" address={data.logo} hint="菜单、登录页和浏览器标签的标志，建议正方形。" onChanged={show} />
        <Picture kind="login" address={data.loginImage} hint="登录页左侧的背景图，建议横向大图。" onChanged={show} />
      </section>
    </div>
  )
}

// A picture that was changed beside the form moves the version on and nothing in the form.
const isSame = (before: Site, now: Site) => isSameInFields(fields, before, now)

interface FormProps {
  site: Site
  hold: (unsaved: boolean) => void
  own: (site: Site) => void
  onSaved: () => void
  onReload: () => void
}

function SiteForm({ site, hold, own, onSaved, onReload }: FormProps) {
  const form = useMasterForm({
    fields,
    schema: siteRoutes.save.body.omit({ version: true }),
    row: site,
    onSave: (body) => ({ route: siteRoutes.save, body: { ...(body as Site), version: site.version } }),
    isKept: true,
    onSaved: (answer, _, sent) => {
      toast.success('已保存')
      own({ ...answer, ...sent })
      onSaved()
    },
  })
  useUnsavedMark(form.dirty, hold)
  return (
    <section aria-label="站点配置" onKeyDown={saveOnKey(() => void form.save(false))}>
      <MasterFailure form={form} onReload={onReload} />
      <MasterFields form={form} fields={fields} isNew={false} />
      <Button type="primary" size="middle" loading={form.busy} onClick={() => void form.save(false)}>
        保存
      </Button>
    </section>
  )
}

/** One picture: shown, replaced or taken away at once, apart from the form. */
function Picture(props: { kind: SiteImage; address: string; hint: string; onChanged: () => void }) {
  const { kind, address, hint } = props
  const limit = siteImages[kind]
  const { label, maxBytes } = limit
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const change = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      toast.success(done)
      props.onChanged()
    } catch {
      // The call has already told the user why.
    } finally {
      setBusy(false)
    }
  }
  const upload = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxBytes) return toast.error(fileTooLarge(limit))
    const form = new FormData()
    form.append('file', file)
    void change(() => send('POST', fillPath(siteRoutes.saveImage.path, { kind }), { body: form }), '已上传')
  }
  return (
    <div className="site-picture">
      <h3>{label}</h3>
      <p className="mf-help">
        {hint}PNG、JPG、WebP，不超过{sizeLimit(maxBytes)}。
      </p>
      {address ? <img src={address} alt={label} /> : <p className="site-no-picture">未设置</p>}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`选择${label}`}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          upload(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>
        上传{label}
      </Button>
      {address && (
        <Button
          disabled={busy}
          onClick={() => void change(() => call(siteRoutes.removeImage, { params: { kind } }), '已删除')}
        >
          删除{label}
        </Button>
      )}
    </div>
  )
}
