import pg from 'pg'

/** One row a thing of the catalogue; order of columns and names of roles are left out. */
const things = `
  select format('column %s.%s %s%s%s%s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' end, ' default ' || pg_get_expr(d.adbin, d.adrelid),
      ' identity ' || nullif(a.attidentity::text, '')) as thing
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid in (select oid from mine) and a.attnum > 0 and not a.attisdropped
  union all
  select format('relation %s %s rls %s %s', oid::regclass, relkind, relrowsecurity, relforcerowsecurity) from mine
  union all
  select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid in (select oid from mine) and contype <> 'n'
  union all
  select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from mine)
  union all
  select pg_get_triggerdef(oid) from pg_trigger where tgrelid in (select oid from mine) and not tgisinternal
  union all
  select format('policy %s %s %s %s %s %s', polname, polrelid::regclass, polcmd, polpermissive,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy where polrelid in (select oid from mine)
  union all
  select pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace in (select oid from namespaces)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('application may %s %s', x.privilege_type, m.oid::regclass) from mine m, aclexplode(m.relacl) x
    where x.grantee <> m.relowner
  union all
  select format('extension %s', extname) from pg_extension`

/** Everything that makes a schema, one text each, sorted: two databases have the same schema when these are equal. */
export async function schemaOf(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ thing: string }>(
      `with namespaces as (select oid from pg_namespace where nspname in ('public', 'shared')),
        mine as (select * from pg_class where relnamespace in (select oid from namespaces) and relkind in ('r', 'v', 'm', 'S'))
        ${things}`,
    )
    return rows.map(({ thing }) => thing).toSorted()
  } finally {
    await client.end()
  }
}
