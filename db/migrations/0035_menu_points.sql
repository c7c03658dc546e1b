-- The menu's rows are read anew when the sum of their versions moves. A sequence would move before the rows are there
-- for other processes to read.
drop sequence shared.permission_point_version;
