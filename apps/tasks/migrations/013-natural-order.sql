-- Lists are sorted as people expect it: Adams, Ångström, Baker, Иванов, whatever their case, and 2 before 10. The order is
-- that of the columns themselves. Titles of tasks and names of stickers keep theirs, which their search texts and unique
-- names are made with, and are sorted by this collation where they are listed.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

alter table users
  alter column surname type text collate natural_order,
  alter column name type text collate natural_order;
alter table projects alter column name type text collate natural_order;
alter table boards alter column name type text collate natural_order;
alter table board_columns alter column title type text collate natural_order;
alter table task_priorities alter column name type text collate natural_order;
alter table roles alter column name type text collate natural_order;
alter table permissions alter column name type text collate natural_order;

create index users_by_surname_idx on users (surname, id);
create index users_by_name_idx on users (name, id);
