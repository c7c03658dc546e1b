import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { setPageTitle } from '../../kit/base/site'
import { goTo } from './location'

/** A page that says one thing and offers the way on. */
export function Notice({
  mark,
  title,
  text,
  children,
}: {
  mark: string
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <div className="notice">
      <p className="notice-mark" aria-hidden="true">
        {mark}
      </p>
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      <div className="notice-actions">{children}</div>
    </div>
  )
}

function Blank({ mark, title, text }: { mark: string; title: string; text: string }) {
  useEffect(() => setPageTitle(title), [title])
  return (
    <Notice mark={mark} title={title} text={text}>
      <Button type="primary" size="middle" onClick={() => goTo('/', { replace: true })}>
        回到首页
      </Button>
    </Notice>
  )
}

/** /404, the fallback of every unknown path, and /401, shown when a page may not be opened. */
export const BlankPage = ({ path }: { path: '/404' | '/401' }) =>
  path === '/404' ? (
    <Blank mark="404" title="页面不存在" text="地址有误，或者您没有打开此页面的权限。" />
  ) : (
    <Blank mark="401" title="没有权限" text="请联系管理员为您的岗位开通此功能。" />
  )
