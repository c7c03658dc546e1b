import { expect, it } from 'vitest'
import { clusterStatements } from './cluster-statements'

it('changes a table by one command at a time, and names the check of a new column as PostgreSQL does', () => {
  const statement = `-- What became of it, and for whom.
    alter table goods_document
      add outcome text check (outcome in ('arrived', 'lost')), -- where, and when
      add column price numeric(14, 4) not null default 0,
      add foreign key (group_id, price_id) references price (group_id, id);`
  expect(clusterStatements(statement)).toEqual([
    'alter table goods_document add outcome text ',
    "alter table goods_document add constraint goods_document_outcome_check check (outcome in ('arrived', 'lost'))",
    'alter table goods_document add column price numeric(14, 4) not null default 0',
    'alter table goods_document add foreign key (group_id, price_id) references price (group_id, id)',
  ])
})

it('lays a new table of the groups beside the others, and one of all groups not', () => {
  const statement = '-- Counts.\n\ncreate table stock_count (\n  group_id bigint not null\n);'
  expect(clusterStatements(statement)).toEqual([
    statement,
    "select create_distributed_table('stock_count', 'group_id', colocate_with => 'goods_document')",
  ])
  expect(clusterStatements('create table shared.region (code text)')).toEqual([
    'create table shared.region (code text)',
  ])
})

it('leaves every other statement as it is written', () => {
  const statement = '-- Kinds, of warehouses.\nupdate warehouse set kind = 1, code = 2;'
  expect(clusterStatements(statement)).toEqual([statement])
})
