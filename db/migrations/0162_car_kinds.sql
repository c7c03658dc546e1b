-- Types and colours of cars that groups begin with; types were a fixed list before, so that every series finds its own.
insert into car_type (group_id, name, sort_no)
select g.id, w.word, w.sort from shared.tenant_group g
cross join lateral unnest(string_to_array('轿车 SUV MPV 微面 轻客 轻卡 重卡 新能源', ' ')) with ordinality as w (word, sort)
on conflict do nothing;
insert into car_color (group_id, name, sort_no)
select g.id, w.word, w.sort from shared.tenant_group g
cross join lateral unnest(string_to_array('白色 黑色 银色 灰色 红色 蓝色 棕色 绿色 黄色 橙色 紫色 其他', ' ')) with ordinality as w (word, sort)
on conflict do nothing;
