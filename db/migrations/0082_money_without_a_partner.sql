-- Money that belongs to no partner, such as an expense or a transfer between accounts. Whether a kind has one is said by its definition.

alter table money_slip alter column partner_id drop not null;
