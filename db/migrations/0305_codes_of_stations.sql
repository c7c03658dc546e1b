-- How a manufacturer calls the stations that claim by his layout (business/three-guarantees 4.3, ADR 0320).

-- {"<org_id>": code}
alter table claim_layout add column stations jsonb not null default '{}';
