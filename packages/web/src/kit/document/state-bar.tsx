import { useDocumentMeta, useEditor, useHeader } from './document-context'
import { timeText } from '../base/format'
import { shown } from '../grid/line-grid-text'
import { StateTag } from '../ui/state-tag'

/** What the document is: title, number, state, and who made, approved or registered, and printed it. */
export function StateBar(props: { dirty: boolean }) {
  const { store } = useEditor()
  const meta = useDocumentMeta()
  const header = useHeader()
  const { stamped, counted } = store.def
  const facts: [title: string, value: string][] = [
    ['制单', joined(header.creatorName, timeText(header.createdAt))],
    [stamped?.submitted ?? '', stamped ? joined(header['submitterName'], timeText(header['submittedAt'])) : ''],
    [stamped?.approved ?? counted ?? '审核', joined(header.approverName, timeText(header.approvedAt))],
    ['来源', shown(header.sourceNo)],
    ['打印', typeof header.printCount === 'number' && header.printCount > 0 ? `${header.printCount}次` : ''],
  ]
  return (
    <div className="de-state">
      <h1>{store.def.title}</h1>
      <span className="de-number">{meta.billNo || '未保存，保存后生成单号'}</span>
      <StateTag state={meta.state} states={store.def.states} isRed={meta.isRed} />
      {props.dirty && <span className="de-dirty">有未保存的修改</span>}
      <span className="de-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([title, value]) => (
            <span key={title}>
              {title} {value}
            </span>
          ))}
      </span>
    </div>
  )
}

const joined = (...parts: unknown[]): string => parts.map(shown).filter(Boolean).join(' ')
