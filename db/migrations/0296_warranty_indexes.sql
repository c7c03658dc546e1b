-- Reading a policy asks of each of its terms whether a bill is claimed by it, and so does the reference to a term that goes: both read every bill of the group.
create index repair_document_term on repair_document (group_id, policy_term_id) where policy_term_id is not null;

-- 旧件库 shows the newest first, of all states but one: in a group of several shops that read backwards through the parts of all of them.
create index old_part_list on old_part (group_id, org_id, id desc);
