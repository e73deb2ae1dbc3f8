-- The dashboard counts sessions by it.
create index access_tokens_expires_at_idx on access_tokens (expires_at);
