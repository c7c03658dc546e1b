import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Notice } from '../navigation/blank-pages'
import { reportFault } from '../shell/error-log'

interface Props {
  title: string
  text: string
  children: ReactNode
}

/** Keeps a failure inside: a page that fails takes only its own tab with it. */
export class Boundary extends Component<Props, { fault: Error | null }> {
  override state = { fault: null as Error | null }

  static getDerivedStateFromError(fault: Error) {
    return { fault }
  }

  override componentDidCatch(fault: Error, { componentStack }: ErrorInfo) {
    reportFault('boundary', fault, componentStack ?? '')
  }

  override render() {
    const { title, text, children } = this.props
    const { fault } = this.state
    if (!fault) return children
    return (
      <Notice mark="!" title={title} text={text}>
        <Button type="primary" size="middle" onClick={() => this.setState({ fault: null })}>
          重试
        </Button>
        <Button size="middle" onClick={() => location.reload()}>
          刷新系统
        </Button>
      </Notice>
    )
  }
}
