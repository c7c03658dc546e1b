-- Lines that a draft loses are looked for among the material that names its labour: without an index that reads every line that ever was, for each of them.
create index repair_line_labour on repair_line (group_id, labour_line_id) where labour_line_id is not null;
