-- Accounts of an organisation have codes of their own, and one default each for money in and money out.

update store_account a set code = a.code || a.id
where exists (
  select from store_account b where b.group_id = a.group_id and b.org_id = a.org_id and b.code = a.code and b.id < a.id
);
update store_account a set is_default_in = false
where a.is_default_in and (not a.is_active or exists (
  select from store_account b
  where b.group_id = a.group_id and b.org_id = a.org_id and b.is_default_in and b.is_active and b.id < a.id
));
update store_account a set is_default_out = false
where a.is_default_out and (not a.is_active or exists (
  select from store_account b
  where b.group_id = a.group_id and b.org_id = a.org_id and b.is_default_out and b.is_active and b.id < a.id
));

create unique index store_account_code on store_account (group_id, org_id, code);
create unique index store_account_default_in on store_account (group_id, org_id) where is_default_in;
create unique index store_account_default_out on store_account (group_id, org_id) where is_default_out;
