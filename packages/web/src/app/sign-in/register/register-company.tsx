import { productTitle } from '@chepu/contract/shell/constants'
import { ConfigProvider, Result, Steps } from 'antd'
import { useEffect, useState } from 'react'
import { AccountStep } from './account-step'
import { CompanyStep } from './company-step'
import '../../../kit/base/kit.css'
import './register.css'

interface Account {
  ticket: string
  username: string
}

const steps = ['管理员账号', '企业资料', '等待审核']

/** /register/company: a company signs up; its administrator may sign in once it is approved (business/frame 2.2). */
export default function RegisterCompany() {
  const [account, setAccount] = useState<Account>()
  const [company, setCompany] = useState('')
  useEffect(() => {
    document.title = `企业注册 - ${productTitle}`
  }, [])
  const at = company ? 2 : account ? 1 : 0
  return (
    <main className="register">
      <section>
        <h1>
          <img src="/logo.svg" alt="" width={32} height={32} />
          企业注册
        </h1>
        <Steps current={at} size="small" items={steps.map((title) => ({ title }))} responsive={false} />
        <ConfigProvider componentSize="middle">
          {!account && <AccountStep onDone={setAccount} />}
          {account && !company && <CompanyStep ticket={account.ticket} onDone={setCompany} />}
        </ConfigProvider>
        {account && company && (
          <Result
            status="success"
            title="申请已提交，请等待审核"
            subTitle={`企业“${company}”正在审核中。审核通过后，请用用户名 ${account.username} 登录。`}
          />
        )}
        <p className="register-end">
          {company ? '' : '已有账号？'}
          <a href="/login">返回登录</a>
        </p>
      </section>
    </main>
  )
}
