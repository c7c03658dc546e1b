-- Accounts and statements ask which slips took something back, as they ask it of goods (goods_document_red).
create index money_slip_red on money_slip (group_id) where is_red;
