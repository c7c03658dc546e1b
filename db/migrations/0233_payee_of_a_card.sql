-- What paper the payee of a card that is given back has shown, and why somebody else than its holder is paid.
alter table money_slip add column payee_paper text not null default 'usual' check (payee_paper in ('usual', 'passport', 'other'));
alter table money_slip add column payee_reason text not null default '';
