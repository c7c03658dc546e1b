import { chooseOrg, type OrgChoice, orgChoices } from '@chepu/contract/shell/session'
import { Button, Checkbox, Select } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../../kit/base/call'
import { setPageTitle } from '../../kit/base/site'
import { toast } from '../../kit/base/toast'
import { afterLogin } from '../navigation/address'
import { leave, loadUser, signOut } from './sign-in'

/** Saves the choice, reloads the user info and then the page, without the tabs of the former organisation. */
async function enterOrg(orgid: number, remember: boolean, goTo: string): Promise<void> {
  await call(chooseOrg, { body: { orgid, default_orgid: remember ? 1 : 0 } })
  sessionStorage.removeItem('tabs')
  await loadUser()
  location.replace(goTo)
}

interface FormProps {
  orgs: OrgChoice[]
  /** The organisation the user works in now, null before the first choice. */
  current: number | null
  goTo: string
}

/** Checkbox 记住企业 and a searchable drop-down (business/frame 2.6). */
function OrgForm({ orgs, current, goTo }: FormProps) {
  const [orgId, setOrgId] = useState<number | null>(current)
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)

  const confirm = async () => {
    if (!orgId) return toast.warning('请选择组织信息！')
    if (orgId === current) return toast.warning('您已在所选择组织，请重新选择！')
    setBusy(true)
    await enterOrg(orgId, remember, goTo).catch(() => setBusy(false))
  }

  return (
    <form
      className="org-form"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <label htmlFor="org">企业</label>
      <Select
        id="org"
        size="large"
        placeholder="请选择企业"
        showSearch={{ optionFilterProp: 'label' }}
        value={orgId}
        onChange={setOrgId}
        options={orgs.map((org) => ({ value: org.orgid, label: org.orgname }))}
      />
      <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
        记住企业
      </Checkbox>
      <Button type="primary" size="large" htmlType="submit" loading={busy} block>
        确定
      </Button>
    </form>
  )
}

/** Loads the organisations that the user may choose. */
function useChoices() {
  const [choices, setChoices] = useState<{ orgid: number | null; orgList: OrgChoice[] } | null>(null)
  useEffect(() => {
    call(orgChoices).then(setChoices, () => undefined)
  }, [])
  return choices
}

/** /changeOrg and the selector behind the organisation's name: choose another organisation. */
export function ChangeOrg() {
  const choices = useChoices()
  return choices && <OrgForm orgs={choices.orgList} current={choices.orgid} goTo="/" />
}

/** /changeOrg/index, the same inside a tab. */
export default function ChangeOrgScreen() {
  return (
    <section className="narrow-page">
      <h1>切换企业</h1>
      <ChangeOrg />
    </section>
  )
}

/** The organisation to enter without asking: the only one, or the default one. */
export const automaticChoice = (orgs: readonly OrgChoice[]): OrgChoice | undefined =>
  orgs.length === 1 ? orgs[0] : orgs.find((org) => org.is_default === 1)

/** /changeOrgA: the choice after the sign-in, made by itself when it is clear (business/frame 2.2). */
export function ChooseOrgPage() {
  const choices = useChoices()
  const automatic = choices && automaticChoice(choices.orgList)
  const goTo = afterLogin(location.search)
  useEffect(() => {
    setPageTitle('选择企业')
    if (automatic) enterOrg(automatic.orgid, false, goTo).catch(() => leave(''))
  }, [automatic, goTo])
  if (!choices || automatic) return <div className="boot" role="status" aria-label="正在进入企业" />
  return (
    <main className="choose-org">
      <section>
        <h1>选择企业</h1>
        <OrgForm orgs={choices.orgList} current={choices.orgid} goTo={goTo} />
        <Button type="link" onClick={() => void signOut()}>
          退出登录
        </Button>
      </section>
    </main>
  )
}
