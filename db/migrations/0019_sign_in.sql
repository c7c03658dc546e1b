-- Other ways to sign in, and companies that register themselves.

-- A code sent by SMS; stored hashed, good for one use.
create table shared.sms_code (
  id bigint generated always as identity primary key,
  mobile text not null,
  purpose text not null check (purpose in ('login', 'register', 'bind', 'own')),
  code_hash text not null,
  ip text not null default '',
  wrong_count int not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sms_code_mobile on shared.sms_code (mobile, purpose, sent_at desc);
create index sms_code_ip on shared.sms_code (ip, sent_at);

-- Messages that no gateway sends: without one, the platform's keeper reads them here.
create table shared.sms_outbox (
  id bigint generated always as identity primary key,
  mobile text not null,
  message text not null,
  created_at timestamptz not null default now()
);

create table shared.captcha (
  id text primary key,
  answer_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- An identity at an outside provider that belongs to a login.
create table shared.identity (
  provider text not null check (provider in ('wechat', 'wecom', 'iam')),
  subject text not null,
  login_id bigint not null references shared.login (id),
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identity_login on shared.identity (login_id);

-- A sign-in that is under way at a provider, or an identity that waits to be bound; good for one use.
create table shared.sign_in_ticket (
  token_hash text primary key,
  kind text not null check (kind in ('state', 'bind')),
  provider text not null,
  -- State: nonce and code verifier; bind: the identity's subject and name.
  detail jsonb not null default '{}',
  device_id text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A company that registered itself, or a shop that an organisation asked for; waits until somebody decides.
create table shared.registration (
  id bigint generated always as identity primary key,
  -- Null: a new group. Else the group that the shop joins, the organisation above it and who asked.
  group_id bigint,
  parent_org_id bigint,
  requested_by bigint,
  -- Proof that the applicant has made his account (step one) and may send the rest.
  ticket_hash text unique,
  username text,
  password_hash text,
  mobile text not null,
  name text not null default '',
  credit_code text not null default '',
  region_code text not null default '',
  address text not null default '',
  contact text not null default '',
  org_type text not null default '',
  licence bytea,
  licence_type text not null default '',
  -- open: step one only; pending: waits for a decision.
  state text not null default 'open' check (state in ('open', 'pending', 'approved', 'rejected')),
  reason text not null default '',
  applied_at timestamptz not null default now(),
  decided_by bigint,
  decided_at timestamptz,
  created_group_id bigint,
  created_org_id bigint
);
create index registration_state on shared.registration (state, applied_at desc);
create unique index registration_username on shared.registration (lower(username)) where state in ('open', 'pending');
