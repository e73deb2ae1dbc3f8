-- How much time a calendar or timeline shows at once.
alter table saved_views add column scale text;
