-- Answers that carry a one-time password are no longer kept for repeats (ADR 0119); those that were are cleared.
delete from idempotency_key where response::text ~ '"(password|oneTimePassword)":"';
