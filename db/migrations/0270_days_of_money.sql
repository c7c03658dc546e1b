-- What moved on some days, for 日结交款, its reminders and the sheet of a day.
create index account_ledger_day on account_ledger (group_id, org_id, biz_date);
