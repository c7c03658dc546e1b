-- 单号不重复
select org_id, bill_no, count(*) as uses
from (
  select org_id, bill_no from goods_document where group_id = $1
  union all
  select org_id, bill_no from money_slip where group_id = $1
) documents
group by org_id, bill_no having count(*) > 1
