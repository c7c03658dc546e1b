import { defaultScope, type Scope, type ScopeArea, scopeAreas } from '@chepu/contract/kernel/scope-areas'
import { type AreaScope, authButtons, type dataScopeRoutes } from '@chepu/contract/access/user-rights'
import type { DataOf } from '@chepu/contract/kernel/route'
import { useMemo, useState } from 'react'
import { useSession } from '../../kit/base/session'

export type Settings = DataOf<typeof dataScopeRoutes.read>
export type SubjectKind = 'role' | 'user'
export const areas = Object.keys(scopeAreas) as ScopeArea[]

/** A role or user whose scopes stand in one row. */
export interface Subject {
  id: number
  name: string
  version: number
  mayEdit: boolean
  own: readonly AreaScope[]
  /** What holds where nothing of its own is set. */
  inherited: readonly AreaScope[]
}

/** What was changed and not saved, upon the version that the change began with. */
interface Edit {
  version: number
  scopes: readonly AreaScope[]
}

const find = (scopes: readonly AreaScope[], area: ScopeArea) => scopes.find((scope) => scope.area === area)

const textOf = (scopes: readonly AreaScope[]) =>
  areas
    .map((area) => find(scopes, area))
    .map((scope) => (scope ? `${scope.scope}:${(scope.departmentIds ?? []).toSorted((a, b) => a - b).join('+')}` : ''))
    .join()

function subjectsOf(kind: SubjectKind, settings: Settings, mayEdit: boolean): Subject[] {
  if (kind === 'role') {
    return settings.roles.map((role) => ({
      ...role,
      own: role.scopes,
      inherited: [],
      mayEdit: mayEdit && role.isOwn,
    }))
  }
  return settings.users.map((user) => ({
    ...user,
    own: user.scopes,
    inherited: user.fromRoles,
    mayEdit: mayEdit && !user.isProtected,
  }))
}

/** The scopes as they are edited. The rows follow every new reading; what was changed here stays until it is saved or given up. */
export function useScopes(settings: Settings, kind: SubjectKind) {
  const { has } = useSession()
  const mayEdit = has(authButtons.data)
  const subjects = useMemo(() => subjectsOf(kind, settings, mayEdit), [kind, settings, mayEdit])
  const [edits, setEdits] = useState<Readonly<Record<number, Edit>>>({})
  const scopesOf = (subject: Subject) => edits[subject.id]?.scopes ?? subject.own
  const widest = (area: ScopeArea) => settings.grantable.find((each) => each.area === area)?.scope ?? defaultScope
  return {
    mayEdit,
    subjects,
    changed: subjects.filter((subject) => textOf(scopesOf(subject)) !== textOf(subject.own)),
    scopesOf,
    /** How one area of a subject stands; `own` is absent where it inherits. */
    look: (subject: Subject, area: ScopeArea) => {
      const own = find(scopesOf(subject), area)
      const before = find(subject.own, area)
      return {
        own,
        inherited: find(subject.inherited, area)?.scope ?? defaultScope,
        isChanged: textOf(own ? [own] : []) !== textOf(before ? [before] : []),
        mayGive: (scope: Scope) => scope <= widest(area) || scope === before?.scope,
      }
    },
    set: (subject: Subject, area: ScopeArea, scope: AreaScope | undefined) => {
      const others = scopesOf(subject).filter((each) => each.area !== area)
      const { version } = edits[subject.id] ?? subject
      setEdits({ ...edits, [subject.id]: { version, scopes: scope ? [...others, scope] : others } })
    },
    /** What of these was unsaved is saved; what others of them have unsaved stays. */
    forget: (saved: readonly Subject[]) => {
      const done = new Set(saved.map(({ id }) => String(id)))
      setEdits((old) => Object.fromEntries(Object.entries(old).filter(([id]) => !done.has(id))))
    },
    giveUp: () => setEdits({}),
    /** Whose scopes are saved, upon which version. */
    target: (subject: Subject) => ({
      subject:
        kind === 'role'
          ? { kind: 'role' as const, roleId: subject.id }
          : { kind: 'user' as const, userId: subject.id, orgId: settings.orgId },
      version: edits[subject.id]?.version ?? subject.version,
    }),
  }
}

export type ScopesEdit = ReturnType<typeof useScopes>
