-- The day on which a 三包单 was given up: what that posts counts on this day, not on that of the bill, whose month may be closed.
alter table repair_document add column closed_on date;
