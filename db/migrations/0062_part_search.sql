-- The part search also reads brand, quality and fitted models, and knows the slang of the trade (DOMAIN 2.13).
-- Pinyin is made by the program: parts and brands of earlier versions get theirs after the start.

alter table brand add column initials text not null default '';
alter table part add column search_version int not null default 0;

insert into dictionary (group_id, kind, name, sort)
select g.id, 'part_synonym', w.name, w.sort
from shared.tenant_group g, unnest(array[
  '刹车片=制动片=刹车皮', '刹车盘=制动盘=刹车碟', '刹车油=制动液', '刹车=制动',
  '机滤=机油滤清器=机油滤芯=机油格', '空滤=空气滤清器=空气滤芯=空气格', '汽滤=燃油滤清器=汽油滤清器=汽油格', '柴滤=柴油滤清器=柴油滤芯=柴油格',
  '空调滤=空调滤清器=空调滤芯=冷气格', '火嘴=火花塞', '高压包=点火线圈', '减震=减振=避震=避振',
  '大灯=前照灯', '尾灯=后灯', '波箱=变速箱=变速器', '电瓶=蓄电池',
  '防冻液=冷却液=防冻水', '玻璃水=清洗液=雨刮水', '雨刮=雨刷', '皮带=传动带=多楔带',
  '正时皮带=正时带', '涨紧轮=张紧轮', '节温器=调温器', '水箱=散热器',
  '喷油嘴=喷油器', '起动机=启动机=马达', '前杠=前保险杠', '后杠=后保险杠',
  '翼子板=叶子板', '机盖=发动机盖=引擎盖', '汽缸=气缸', '离合片=离合器片',
  '平衡杆=稳定杆', '小吊杆=稳定杆连杆', '三元=三元催化', '轮胎=车胎'
]) with ordinality w (name, sort)
on conflict do nothing;
