-- What money without trade is for: rent, wages, interest, scrap.
alter table money_slip add column category_id bigint;
alter table money_slip add foreign key (group_id, category_id) references expense_category (group_id, id);
-- What a category has cost or brought is asked for by its documents.
create index money_slip_category on money_slip (group_id, category_id) where category_id is not null;
