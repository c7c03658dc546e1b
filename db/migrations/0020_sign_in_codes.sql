-- A sign-in that waits for one more answer of the user: the code that continues it.
alter table shared.sign_in_ticket drop constraint sign_in_ticket_kind_check;
alter table shared.sign_in_ticket add constraint sign_in_ticket_kind_check check (kind in ('state', 'bind', 'code'));

-- One applicant a mobile, one application a company.
create unique index registration_mobile on shared.registration (mobile)
  where state in ('open', 'pending') and username is not null;
create unique index registration_company on shared.registration (credit_code) where state = 'pending' and group_id is null;
create index registration_group on shared.registration (group_id, applied_at desc);
