-- What of a card a document has changed, as it was before and behind it: 红冲 puts back the former where nobody has changed it since.
alter table money_slip add column card_before jsonb;
alter table money_slip add column card_after jsonb;
-- A number that was replaced is given to no other card.
create index card_former_nos on card using gin (former_nos) where former_nos <> '{}';
