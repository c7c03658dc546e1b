-- An export is written as a workbook, as comma-separated text or as pages.
alter table export_job drop constraint export_job_format_check;
alter table export_job add constraint export_job_format_check check (format in ('xlsx', 'csv', 'pdf'));
