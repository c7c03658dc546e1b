-- 单号不重复
select org_id, bill_no, count(*) as uses
from document
group by org_id, bill_no having count(*) > 1
