import type { CasePaper } from '@chepu/contract/repair/insurance-case'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useEditor, useHeader } from '../../kit/document/document-context'

/** 单证: which papers the insurer wants, and which are here; ticked by a key, others added by name. */
export function PapersField() {
  const { store, readOnly } = useEditor()
  const header = useHeader()
  const [name, setName] = useState('')
  const shown = header['papers'] as CasePaper[] | undefined
  const papers = Array.isArray(shown) ? shown : (store.def.header.shape['papers']?.parse(undefined) as CasePaper[])
  const set = (next: CasePaper[]) => store.setHeader({ papers: next })
  const add = () => {
    const added = name.trim()
    if (added && !papers.some((paper) => paper.name === added)) set([...papers, { name: added, isHeld: false }])
    setName('')
  }
  const held = papers.filter(({ isHeld }) => isHeld).length
  return (
    <section aria-label="单证">
      <h3>
        单证 {held}/{papers.length}
      </h3>
      <ul>
        {papers.map((paper) => (
          <li key={paper.name}>
            <Checkbox
              checked={paper.isHeld}
              disabled={readOnly}
              onChange={(event) =>
                set(papers.map((each) => (each === paper ? { ...each, isHeld: event.target.checked } : each)))
              }
            >
              {paper.name}
            </Checkbox>
            {!readOnly && (
              <button
                type="button"
                className="kit-link"
                aria-label={`不需要${paper.name}`}
                onClick={() => set(papers.filter((each) => each !== paper))}
              >
                不需要
              </button>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <div className="ic-add">
          <input
            className="de-input"
            aria-label="其他单证"
            placeholder="其他单证"
            maxLength={20}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
          />
          <Button size="small" onClick={add}>
            添加
          </Button>
        </div>
      )}
    </section>
  )
}
