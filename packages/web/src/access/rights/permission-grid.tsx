import type { CatalogueGroup } from '@chepu/contract/access/role'
import { memo, useEffect, useRef } from 'react'
import { moveInList } from './arrow-keys'

/** How one button stands: held, closed to the giver, and a mark beside it. */
export interface Look {
  on: boolean
  locked: boolean
  mark: '' | '增' | '收' | '多' | '少'
}

interface Props {
  groups: readonly CatalogueGroup[]
  look: (id: number) => Look
  /** Several ids when a whole group is ticked. */
  onToggle: (ids: readonly number[], on: boolean) => void
  /** Shown groups only; all when empty. */
  search?: string
  /** Only groups with a marked button. */
  markedOnly?: boolean
}

const idsOf = (group: CatalogueGroup) => [group.pageId, ...group.actions.map((action) => action.id)]

/** Buttons of all groups, by area; five hundred native boxes, of which a change redraws one group. */
export function PermissionGrid({ groups, look, onToggle, search = '', markedOnly = false }: Props) {
  const shown = groups.filter(
    (group) =>
      (search === '' || `${group.area}${group.name}${group.actions.map((a) => a.name).join()}`.includes(search)) &&
      (!markedOnly || idsOf(group).some((id) => look(id).mark !== '')),
  )
  const areas = [...new Set(shown.map((group) => group.area))]
  // The handler changes with every state of the page; the groups must not.
  const latest = useRef(onToggle)
  latest.current = onToggle
  const toggle = useRef((ids: readonly number[], on: boolean) => latest.current(ids, on)).current
  if (shown.length === 0) return <p className="dt-placeholder">没有符合条件的权限</p>
  return (
    <div className="ac-grid" onKeyDown={moveInList}>
      {areas.map((area) => (
        <section key={area} aria-label={area}>
          <h2>{area}</h2>
          {shown
            .filter((group) => group.area === area)
            .map((group) => (
              <Group
                key={group.key}
                group={group}
                bits={idsOf(group)
                  .map((id) => bitsOf(look(id)))
                  .join()}
                toggle={toggle}
              />
            ))}
        </section>
      ))}
    </div>
  )
}

const bitsOf = ({ on, locked, mark }: Look) => `${on ? 1 : 0}${locked ? 1 : 0}${mark}`
const lookOf = (bits: string): Look => ({
  on: bits[0] === '1',
  locked: bits[1] === '1',
  mark: (bits[2] ?? '') as Look['mark'],
})

const titles = { 增: '用户增加', 收: '用户收回', 多: '对比角色没有', 少: '对比角色有' }

const Group = memo(function Group(props: {
  group: CatalogueGroup
  bits: string
  toggle: (ids: readonly number[], on: boolean) => void
}) {
  const { group, toggle } = props
  const looks = props.bits.split(',').map(lookOf)
  const boxes = [{ id: group.pageId, name: '查询' }, ...group.actions]
  const open = boxes.filter((_, i) => !looks[i]?.locked)
  const held = looks.filter((look) => look.on).length
  return (
    <div className="ac-group" id={`group-${group.pageId}`}>
      <Tick
        className="ac-group-name"
        label={group.name}
        checked={held === boxes.length}
        partly={held > 0 && held < boxes.length}
        disabled={open.length === 0}
        onChange={(on) =>
          toggle(
            open.map((box) => box.id),
            on,
          )
        }
      />
      <div className="ac-boxes">
        {boxes.map((box, i) => {
          const { on, locked, mark } = looks[i] as Look
          return (
            <label
              key={box.id}
              className={mark ? `ac-check is-${mark === '增' || mark === '多' ? 'more' : 'less'}` : 'ac-check'}
            >
              <input
                type="checkbox"
                checked={on}
                disabled={locked}
                onChange={(event) => toggle([box.id], event.target.checked)}
              />
              {box.name}
              <small>{box.id}</small>
              {mark && <b title={titles[mark]}>{mark}</b>}
            </label>
          )
        })}
      </div>
    </div>
  )
})

/** A native box that may be ticked in part. */
export function Tick(props: {
  label: string
  checked: boolean
  partly?: boolean
  disabled?: boolean
  className?: string
  title?: string
  onChange: (on: boolean) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = props.partly ?? false
  }, [props.partly])
  return (
    <label className={props.className ?? 'ac-check'} title={props.title}>
      <input
        ref={box}
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled ?? false}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{props.label}</span>
    </label>
  )
}
