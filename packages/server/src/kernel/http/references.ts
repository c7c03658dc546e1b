import { numbersOf, type Referred, referred } from '@chepu/contract/kernel/references'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { z } from 'zod'
import { shanghaiDay } from '../base/calendar'
import { nameOf } from '../db/statement'
import type { CallerTx } from '../db/tx'
import { fieldError, invalidInput } from '../base/errors'

/** Rows that an id of each kind may name. `me` is the caller's group and organisation, and today. */
const rows: Record<Referred, string> = {
  employee: `employee t where t.group_id = me.group_id and t.org_id = me.org_id and (t.left_on is null or t.left_on > me.today)`,
  department: `department t where t.group_id = me.group_id and t.org_id = me.org_id and t.is_active`,
  settlementMethod: `settlement_method t where t.group_id = me.group_id and t.is_active`,
  carrier: `partner t where t.group_id = me.group_id and t.is_active and t.cus_flag & ${partnerRoles.logistics} <> 0`,
  supplier: `partner t where t.group_id = me.group_id and t.is_active and t.cus_flag & ${partnerRoles.supplier} <> 0`,
  unit: `unit t where t.group_id = me.group_id`,
  businessType: `business_type t where t.group_id = me.group_id and t.is_active`,
  bay: `bay t where t.group_id = me.group_id and t.org_id = me.org_id and t.is_active`,
  shop: `org t where t.group_id = me.group_id and t.status = 'active'`,
  warehouse: `warehouse t where t.group_id = me.group_id and t.org_id = me.org_id and t.is_active`,
}

interface Named {
  path: string
  title: string
  to: Referred
  id: number
}

/** A field of a schema that names a row of another table. */
type ReferenceField = Omit<Named, 'path' | 'id'> & { path: readonly string[] }

const referencesIn = (schema: z.ZodType): ReferenceField[] =>
  numbersOf(schema).flatMap(({ path, title, reference }) =>
    reference ? [{ path, title: title || referred[reference], to: reference }] : [],
  )

const namedIn = (fields: readonly ReferenceField[], value: unknown, at = ''): Named[] =>
  fields.flatMap(({ path, title, to }) => idsAt(value, path, at).map((found) => ({ ...found, title, to })))

/**
 * Wraps the handler of a call whose body names rows of other tables: one statement looks for them, sent ahead of the
 * handler's and not waited for. A fault names its field (业务员不存在或已停用) and undoes what the handler did.
 */
export function checkingReferences<Given extends { body: unknown }, Result>(
  schema: z.ZodType,
  handler: (tx: CallerTx, input: Given) => Promise<Result> | Result,
): (tx: CallerTx, input: Given) => Promise<Result> | Result {
  const fields = referencesIn(schema)
  if (fields.length === 0) return handler
  return async (tx, input) => duringCheck(tx, namedIn(fields, input.body), () => handler(tx, input))
}

/** As `checkingReferences`, for what an action of a document takes, which its call knows as `input` alone. */
export const checkingInput = <Result>(
  tx: CallerTx,
  schema: z.ZodType | undefined,
  input: unknown,
  work: () => Promise<Result>,
): Promise<Result> => duringCheck(tx, schema ? namedIn(referencesIn(schema), input, 'input') : [], work)

async function duringCheck<Result>(
  tx: CallerTx,
  named: readonly Named[],
  work: () => Promise<Result> | Result,
): Promise<Result> {
  if (named.length === 0) return work()
  const check = missingOf(tx, named).then((missing) => {
    const errors = missing.map(({ path, title }) => fieldError(path, `${title}不存在或已停用`))
    if (errors.length > 0) tx.end(invalidInput(errors))
  })
  return tx.during(check, async () => work())
}

/** Ids at a path, each with the place where it stands. */
function idsAt(value: unknown, [key, ...rest]: readonly string[], at = ''): { path: string; id: number }[] {
  if (value === null || value === undefined) return []
  if (key === undefined) return typeof value === 'number' ? [{ path: at, id: value }] : []
  const below = (name: string | number, inner: unknown) => idsAt(inner, rest, at === '' ? `${name}` : `${at}.${name}`)
  if (key === '*') return Array.isArray(value) ? value.flatMap((inner, i) => below(i, inner)) : []
  return typeof value === 'object' ? below(key, (value as Record<string, unknown>)[key]) : []
}

async function missingOf(tx: CallerTx, named: readonly Named[]): Promise<Named[]> {
  const kinds = [...new Set(named.map(({ to }) => to))].sort()
  const parts = kinds.map(
    (kind, i) => `select '${kind}' as kind, asked.id from me, unnest($${i + 4}::bigint[]) as asked (id)
      where not exists (select from ${rows[kind]} and t.id = asked.id)`,
  )
  const asked = kinds.map((kind) => [...new Set(named.filter(({ to }) => to === kind).map(({ id }) => id))])
  const text = `with me as (select $1::bigint as group_id, $2::bigint as org_id, $3::date as today) ${parts.join(' union all ')}`
  const found = await tx.query<{ kind: Referred; id: number }>({
    name: nameOf(text),
    text,
    values: [tx.groupId, tx.caller.orgId, shanghaiDay(), ...asked],
  })
  const absent = new Set(found.map(({ kind, id }) => `${kind} ${id}`))
  return named.filter(({ to, id }) => absent.has(`${to} ${id}`))
}
