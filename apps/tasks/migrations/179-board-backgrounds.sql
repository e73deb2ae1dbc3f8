-- The name of one of the backgrounds that applications know; what it looks like is up to them.
alter table boards add column background text;
