-- An export is written as a workbook or as comma-separated text.
alter table export_job add column format text not null default 'xlsx' check (format in ('xlsx', 'csv'));
