-- In batches: what was read before there was an inbox is done.
update notifications set done_at = read_at
where id in (select id from notifications where read_at is not null and done_at is null limit 10000);
