-- A settlement of a repair bills several: the customer, his insurer, the manufacturer. What a manufacturer has not confirmed yet is owed for all that.

alter table open_item add column payer_type text;
alter table open_item add constraint open_item_payer_type_check check (payer_type in ('customer', 'insurance', 'warranty'));
alter table open_item add column is_unconfirmed boolean not null default false;
