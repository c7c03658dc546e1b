-- What of a card a document has changed, as it was before and behind it: 红冲 puts back the former where nobody has changed it since.
alter table money_slip add column card_before jsonb;
alter table money_slip add column card_after jsonb;
-- A number that was replaced is given to no other card.
create index card_former_nos on card using gin (former_nos) where former_nos <> '{}';

-- Wrong payment codes stand apart from their card: they are counted in a transaction of their own, while others hold the card.
alter table card drop column pin_failures;
alter table card drop column pin_locked_until;
create table card_pin_try (
  group_id bigint not null,
  card_id bigint not null,
  -- Tries since the last right one.
  failures int not null,
  locked_until timestamptz,
  primary key (group_id, card_id),
  foreign key (group_id, card_id) references card (group_id, id)
);
select shared.guard_tenant('card_pin_try');
