-- A repeated request gets the first answer to the letter; jsonb would reorder its keys.

alter table idempotency_key alter column response type json using response::json;
