-- The home page counts the slips of each kind that wait for 审核: without this it reads all of a kind that years have left.
create index money_slip_waiting on money_slip (group_id, org_id, kind, state) where state in ('draft', 'submitted', 'approved');
