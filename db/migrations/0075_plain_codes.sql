-- Codes are kept in plain signs (ADR 0111). Standing ones that were typed full-width become so; where two of them would
-- be one code, or one is taken already, they stay as they are.

create function plain_code(typed text) returns text language sql immutable as $$
  select btrim(regexp_replace(translate(typed,
    '　！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～',
    ' !"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
    '\s+', ' ', 'g'))
$$;
create function plain_number(typed text) returns text language sql immutable as $$
  select regexp_replace(upper(plain_code(typed)), '[\s.·—-]', '', 'g')
$$;

update part p set code = plain_code(p.code) where p.code <> plain_code(p.code)
  and not exists (select from part o where o.group_id = p.group_id and o.id <> p.id and plain_code(o.code) = plain_code(p.code));
update part p set factory_no = plain_code(p.factory_no), factory_norm = plain_number(p.factory_no)
  where p.factory_no <> plain_code(p.factory_no) and not exists (select from part o where o.group_id = p.group_id
    and o.id <> p.id and o.brand_id = p.brand_id and plain_number(o.factory_no) = plain_number(p.factory_no));
update part_oe p set oe_no = plain_code(p.oe_no), oe_norm = plain_number(p.oe_no)
  where p.oe_no <> plain_code(p.oe_no) and not exists (select from part_oe o where o.group_id = p.group_id
    and o.id <> p.id and o.part_id = p.part_id and plain_number(o.oe_no) = plain_number(p.oe_no));
update part p set oe_no = o.oe_no from part_oe o
  where o.group_id = p.group_id and o.part_id = p.id and o.is_primary and p.oe_no <> o.oe_no and plain_code(p.oe_no) = o.oe_no;
update partner p set code = plain_code(p.code) where p.code <> plain_code(p.code)
  and not exists (select from partner o where o.group_id = p.group_id and o.id <> p.id and plain_code(o.code) = plain_code(p.code));

drop function plain_number(text);
drop function plain_code(text);
