-- 组装单, 拆分单: one line is the kit, the others are its components; what comes out of a kit shares its cost by ratio.

alter table goods_document_line
  add column is_kit boolean not null default false,
  add column cost_ratio numeric(7, 4);
