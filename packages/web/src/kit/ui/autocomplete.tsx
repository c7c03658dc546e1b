import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { focusNext } from '../base/focus'
import { choices } from '../base/underway'
import './autocomplete.css'
import type { PickOption } from './pick-options'
import { type Find, useSuggestions } from './use-suggestions'

interface AutocompleteProps<Value> {
  id?: string
  label?: string
  /** Text of the chosen value; '' for none. */
  text: string
  find: Find<Value>
  /** How many entries there are to find, of a list that may come later than the first typing; then it is asked again. */
  entries?: number | undefined
  /** Nothing when the user emptied the field. */
  onChange: (option: PickOption<Value> | undefined) => void
  /** F2 and the button open this instead of the list. */
  onOpen?: ((text: string) => void) | undefined
  /** Makes what was not found: what the entry is called, and what it does with the typed text. */
  onAdd?: { label: string; run: (text: string) => void } | undefined
  invalid?: boolean | undefined
  placeholder?: string | undefined
}

/**
 * A field to choose from a list by typing or clicking: arrows walk, Enter and Tab take, Escape goes back, F2 opens the larger
 * dialog where there is one; what is not found may be added. Text that was not chosen from the list is never taken.
 */
export function Autocomplete<Value>(props: AutocompleteProps<Value>) {
  const ownId = useId()
  const id = props.id ?? ownId
  const { typed, found, active, ask, settle, isSettling, type, close, walk } = useSuggestions(props.find, props.entries)
  const options = found?.options
  // An answer may come when the field has been drawn anew.
  const now = useRef(props)
  now.current = props

  const take = (option: PickOption<Value> | undefined) => {
    close()
    props.onChange(option)
  }
  const add = () => {
    const text = (typed ?? '').trim()
    close()
    props.onAdd?.run(text)
  }
  /**
   * Asks for what was typed before its list has come: the only match is taken, several are shown. Who has gone on meanwhile is not called back, and what
   * has been chosen since stays.
   */
  const finish = async (input: HTMLInputElement, text: string, ctrlKey: boolean) => {
    const stood = props.text
    const matches = await settle(text)
    if (!matches) return
    const isHere = document.activeElement === input
    const isSame = now.current.text === stood
    if (matches.length !== 1 || !isSame) return isHere && isSame ? undefined : close()
    close()
    now.current.onChange(matches[0])
    if (!isHere) return
    if (ctrlKey) input.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', ctrlKey, bubbles: true }))
    else focusNext(input)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'F2' || (event.altKey && event.key === 'ArrowDown')) {
      event.preventDefault()
      openLarge()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      walk(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && (options || typed !== undefined)) {
      event.preventDefault()
      close()
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) onFinish(event)
  }
  const onFinish = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typed === undefined && !options?.[active]) return
    if (typed?.trim() === '') return take(undefined)
    if (found && found.text === (typed ?? '')) {
      if (options?.[active]) return take(options[active])
      if (props.onAdd) {
        event.preventDefault()
        event.stopPropagation()
        return add()
      }
    }
    event.preventDefault()
    event.stopPropagation()
    void choices.begin(finish(event.currentTarget, typed ?? '', event.ctrlKey))
  }
  const openLarge = () => {
    const text = typed ?? ''
    close()
    if (props.onOpen) props.onOpen(text)
    else void ask('')
  }

  return (
    <div className="pick-box">
      <input
        id={id}
        role="combobox"
        aria-label={props.label}
        aria-expanded={options !== undefined}
        aria-controls={`${id}-list`}
        aria-activedescendant={options?.[active] ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-invalid={props.invalid ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        value={typed ?? props.text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        // Who clicks looks for the list; Enter and Tab take nothing of it before somebody has walked in it.
        onClick={() => !found && typed === undefined && void ask('', -1)}
        onBlur={() => !isSettling() && close()}
      />
      <button
        type="button"
        className={props.onOpen ? 'pick-box-open' : 'pick-box-open pick-box-arrow'}
        tabIndex={-1}
        aria-label={`选择${props.label ?? ''}`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          event.currentTarget.parentElement?.querySelector('input')?.focus()
          openLarge()
        }}
      >
        {props.onOpen && '…'}
      </button>
      {found && (
        <OptionList
          id={id}
          label={props.label}
          {...found}
          active={active}
          onTake={take}
          onAdd={props.onAdd && { label: props.onAdd.label, run: add }}
        />
      )}
    </div>
  )
}

/** The open list; the entry that adds what was typed stands where nothing was found. */
function OptionList<Value>(props: {
  id: string
  label: string | undefined
  text: string
  options: readonly PickOption<Value>[]
  active: number
  onTake: (option: PickOption<Value>) => void
  onAdd: { label: string; run: () => void } | undefined
}) {
  const { id, options, active, onAdd } = props
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    if (list.current) keepOnScreen(list.current)
  }, [options])
  return (
    <ul className="pick-box-list" ref={list} id={`${id}-list`} role="listbox" aria-label={props.label}>
      {options.map((option, i) => (
        <li
          key={option.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          ref={i === active ? scrollIntoView : undefined}
          onMouseDown={(event) => {
            event.preventDefault()
            props.onTake(option)
          }}
        >
          <span>{option.label}</span>
          {option.hint && <small>{option.hint}</small>}
        </li>
      ))}
      {options.length === 0 && <li className="pick-box-empty">没有找到，请换个说法</li>}
      {options.length === 0 && onAdd && (
        <li
          id={`${id}-0`}
          role="option"
          aria-selected
          onMouseDown={(event) => {
            event.preventDefault()
            onAdd.run()
          }}
        >
          <span>
            {onAdd.label} {props.text}
          </span>
        </li>
      )}
    </ul>
  )
}

/** Moves a list that is wider than its field to the left, as far as it would stand out of the page. */
function keepOnScreen(list: HTMLElement): void {
  list.style.left = '0'
  const out = list.getBoundingClientRect().right - document.documentElement.clientWidth
  if (out > 0) list.style.left = `${-Math.ceil(out)}px`
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
