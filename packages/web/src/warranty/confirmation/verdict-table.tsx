import { numberText } from '@chepu/contract/kernel/typed'
import { compare, sub } from '@chepu/contract/kernel/decimal'
import { claimConfirmation, restBearers, type RestBearer } from '@chepu/contract/warranty/claim-confirmation'
import { verdictStates } from '@chepu/contract/warranty/verdict'
import { Button, Select } from 'antd'
import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { moneyText, qtyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { useEditor } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import { useLine } from '../../kit/grid/use-line'
import '../../kit/ui/small-table.css'
import '../claim/claim.css'
import { type VerdictLine, type VerdictStore, wordOf } from './verdict-store'

const heads = ['三包单', '行', '项目/配件', '数量', '申报', '原确认', '确认金额', '差额', '结论', '原因', '差额承担']
const figures = new Set(['数量', '申报', '原确认', '确认金额', '差额'])

/** What the manufacturer says, line by line: Enter goes to the next amount, over the reason where he does not agree; the arrow keys go up and down. */
export function VerdictTable({ store }: { store: VerdictStore }) {
  const { readOnly } = useEditor()
  const order = useSyncExternalStore(store.verdicts.lines.subscribeOrder, store.verdicts.lines.order)
  return (
    <section aria-label="确认明细">
      <div className="de-lines-bar">
        <b>{claimConfirmation.sections.verdicts.title}</b>
        <span className="de-count" role="status">
          共 {order.length} 行
        </span>
        {!readOnly && order.length > 0 && (
          <Button size="small" onClick={() => store.agreeToAll()}>
            全部同意
          </Button>
        )}
      </div>
      {order.length > 0 && (
        <div className="small-table wv-verdicts" onKeyDown={walk}>
          <table aria-label="确认明细">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} className={figures.has(head) ? 'right' : undefined}>
                    {head}
                  </th>
                ))}
                {!readOnly && <th aria-label="操作" />}
              </tr>
            </thead>
            <tbody>
              {order.map((key) => (
                <Row key={key} store={store} line={key} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const fieldOf = (row: Element | null | undefined, name: string) =>
  row?.querySelector<HTMLInputElement>(`input[data-name="${name}"]:enabled`)

function walk(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event
  if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  const { name = '' } = target.dataset
  const row = target.closest('tr')
  const other = key === 'ArrowUp' ? row?.previousElementSibling : row?.nextElementSibling
  const next =
    key === 'ArrowUp' || key === 'ArrowDown'
      ? fieldOf(other, name)
      : key === 'Enter'
        ? name === 'confirmedAmount' && row?.dataset['word'] !== 'agreed'
          ? fieldOf(row, 'reason')
          : fieldOf(other, 'confirmedAmount')
        : undefined
  if (!['ArrowUp', 'ArrowDown', 'Enter'].includes(key)) return
  event.preventDefault()
  next?.focus()
}

function Row({ store, line: key }: { store: VerdictStore; line: number }) {
  const { readOnly } = useEditor()
  const { open } = useTabs()
  const shown = useLine(store.verdicts.lines, key)
  if (!shown) return null
  const { line, errors } = shown
  const faults = Object.values(errors)
  const word = wordOf(line)
  const path = documentPath('warranty_bill', line.billId)
  return (
    <tr data-word={word} className={faults.length > 0 ? 'wv-faulty' : undefined}>
      <td>
        <button type="button" className="kit-link" onClick={() => path && open(path)}>
          {line.billNo}
        </button>
        {line.plate && ` ${line.plate}`}
        {faults.length > 0 && <div className="wc-fault">{faults.join('；')}</div>}
      </td>
      <td data-head="行">{line.lineNo}</td>
      <td>{[line.partCode, line.name].filter(Boolean).join(' ')}</td>
      <td className="right" data-head="数量">
        {qtyText(line.qty)}
      </td>
      <td className="right" data-head="申报">
        {moneyText(line.claimedAmount)}
      </td>
      <td className="right" data-head="原确认">
        {compare(line.beforeAmount, line.claimedAmount) === 0 ? '' : moneyText(line.beforeAmount)}
      </td>
      <td className="right" data-head="确认金额">
        {readOnly ? (
          moneyText(line.confirmedAmount)
        ) : (
          <input
            className="qty-input"
            data-name="confirmedAmount"
            inputMode="decimal"
            aria-label={`${line.billNo} 第${line.lineNo}行确认金额`}
            value={line.confirmedAmount}
            onFocus={(event) => event.target.select()}
            onChange={(event) => store.confirm(key, numberText(event.target.value))}
          />
        )}
      </td>
      <td className="right" data-head="差额">
        {word === undefined || compare(line.confirmedAmount, line.beforeAmount) === 0
          ? ''
          : moneyText(sub(line.confirmedAmount, line.beforeAmount))}
      </td>
      <td className={word && `wv-${word}`}>
        {line.isAppeal && readOnly ? verdictStates.appealed : word && verdictStates[word]}
      </td>
      <td data-head="原因">
        {readOnly ? (
          line.reason
        ) : (
          <input
            className="qty-input wv-reason"
            data-name="reason"
            aria-label={`${line.billNo} 第${line.lineNo}行原因`}
            value={line.reason}
            onChange={(event) => store.verdicts.lines.update(key, { reason: event.target.value })}
          />
        )}
      </td>
      <td>
        <Rest store={store} line={line} />
      </td>
      {!readOnly && (
        <td>
          <Button
            size="small"
            type="link"
            title="整张三包单这次不答复"
            aria-label={`移出 ${line.billNo}`}
            onClick={() =>
              store.verdicts.lines.remove(
                store.verdicts.lines.filled().flatMap((each) => (each.billId === line.billId ? [each.key] : [])),
              )
            }
          >
            移出
          </Button>
        </td>
      )}
    </tr>
  )
}

const bearers = Object.entries(restBearers).map(([value, label]) => ({ value: value as RestBearer, label }))

/** Who bears what is not agreed to. */
function Rest({ store, line }: { store: VerdictStore; line: VerdictLine }) {
  const { readOnly } = useEditor()
  const word = wordOf(line)
  if (word === undefined || word === 'agreed' || compare(line.confirmedAmount, line.claimedAmount) > 0) return null
  if (readOnly) return restBearers[line.rest]
  return (
    <Select
      size="small"
      aria-label={`${line.billNo} 第${line.lineNo}行差额承担`}
      value={line.rest}
      options={bearers}
      onChange={(rest) => store.verdicts.lines.update(line.key, { rest })}
    />
  )
}
