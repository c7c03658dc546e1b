/** The house rule about SQL that also runs distributed: what reading alone can tell of it (ADR 0138). */

export interface Hit {
  offset: number
  message: string
}

export function* matches(text: string, pattern: RegExp, message: string): Generator<Hit> {
  for (const match of text.matchAll(pattern)) yield { offset: match.index, message }
}

const clock = String.raw`\b(?:now\s*\(\)|current_timestamp\b|current_date\b)`
const within = String.raw`(?:coalesce\s*\((?:[^()]|\([^()]*\))*?|case\b(?:(?!\bend\b)[\s\S])*?)`
const setClause = String.raw`\bset\s(?:(?!\bwhere\b|\bfrom\b|\breturning\b|\bselect\b|;)[\s\S])*?`
const interval = String.raw`(?:interval\b|make_interval\s*\(|\$\d+::interval\b)`

const messages = {
  setConfig: "set_config never reaches the workers of a distributed database: use SET LOCAL app.group_id = '…'",
  merge: 'MERGE does not run on a distributed database: use INSERT … ON CONFLICT or UPDATE … FROM unnest',
  clockWithin:
    'now() within CASE or COALESCE of a write fails on a distributed database: use least(), or now() + CASE …',
  clockOnConflict: 'now() in DO UPDATE SET fails on a distributed database: insert it and take excluded',
  clockEqual: 'now() of two statements differs on a distributed database: find rows by id or document, not by = now()',
  groupSet:
    'group_id is never SET: no row changes its group, and a distributed database refuses it even to the same one',
  timeShift: 'a column of time plus an interval fails in a distributed UPDATE: count from now(), or at time zone',
  notify:
    'a trigger that notifies stands in schema shared, on a shared table, and is called shared.tell_…: tools/distribute drops it there',
  unstable: 'concat() and || of an id fail in an UPDATE of a distributed database: use || of texts and id::text',
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/\bset_config\s*\(/gi, messages.setConfig],
  [/\bmerge\s+into\b/gi, messages.merge],
  [new RegExp(String.raw`[^<>!:]=\s*${within}${clock}`, 'gi'), messages.clockWithin],
  [new RegExp(String.raw`\bdo\s+update\s+${setClause}${clock}`, 'gi'), messages.clockOnConflict],
  [new RegExp(String.raw`\b(?:where|and|or|on)\s+[\w.]+\s*=\s*${clock}`, 'gi'), messages.clockEqual],
  [new RegExp(String.raw`${setClause}(?<![.\w])group_id\s*=`, 'gi'), messages.groupSet],
  [new RegExp(String.raw`\b(\w+)\s*=\s*(?:\w+\.)?\1\s*[-+]\s*${interval}`, 'gi'), messages.timeShift],
]

/** What a distributed database refuses, answers wrongly or asks all its shards, of statements and parts of them. */
export const undistributable = (sql: string): Hit[] =>
  rules.flatMap(([pattern, message]) => [...matches(sql, pattern, message)])

const migrationRules: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      String.raw`\bcreate\s+(?:or\s+replace\s+)?function\s+(?!shared\.tell_)[\w.]+\s*\(\)\s*returns\s+trigger\b(?:(?!\bend\s*\$)[\s\S])*?\b(?:pg_)?notify\b`,
      'gi',
    ),
    messages.notify,
  ],
  [/\bcreate\s+trigger\b[^;]*?\bon\s+(?!shared\.)[\w.]+\b[^;]*?\bshared\.tell_/gi, messages.notify],
  [/\bupdate\s[^;]*?(?:\bconcat\s*\(|\|\|\s*(?:\w+\.)?id\b(?!::text))/gi, messages.unstable],
]

/** Migrations that were there before anything was distributed: every distributed database has run them. */
const beforeDistribution = /\b(?:0045|0053)_\w+\.sql$/

/** The same of a file of SQL; a migration changes many shards at once, which asks more of it. */
export const undistributableFile = (path: string, sql: string): Hit[] =>
  beforeDistribution.test(path)
    ? undistributable(sql)
    : [...undistributable(sql), ...migrationRules.flatMap(([pattern, message]) => [...matches(sql, pattern, message)])]
