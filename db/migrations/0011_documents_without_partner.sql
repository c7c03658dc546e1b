-- Documents that stay inside the house have no partner: other receipts and issues.
alter table goods_document alter column partner_id drop not null;
