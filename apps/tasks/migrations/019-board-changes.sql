-- Which transactions have changed what a board shows. A reader compares them with those of a snapshot that it has. One row per
-- board and transaction, so that no transaction waits for another; all but the last few are deleted.
create table board_changes (
  board_id bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (board_id, xid)
);

create function record_board_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into board_changes (board_id) select distinct board_id from added on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    insert into board_changes (board_id) select board_id from added union select board_id from removed on conflict do nothing;
  else
    insert into board_changes (board_id) select distinct board_id from removed on conflict do nothing;
  end if;
  return null;
end $$;

create trigger record_added_tasks after insert on tasks
referencing new table as added for each statement execute function record_board_changes();
create trigger record_changed_tasks after update on tasks
referencing old table as removed new table as added for each statement execute function record_board_changes();
create trigger record_removed_tasks after delete on tasks
referencing old table as removed for each statement execute function record_board_changes();

create trigger record_added_columns after insert on board_columns
referencing new table as added for each statement execute function record_board_changes();
create trigger record_changed_columns after update on board_columns
referencing old table as removed new table as added for each statement execute function record_board_changes();
create trigger record_removed_columns after delete on board_columns
referencing old table as removed for each statement execute function record_board_changes();

create function record_changed_board() returns trigger language plpgsql as $$
begin
  insert into board_changes (board_id) values (new.id) on conflict do nothing;
  return null;
end $$;

create trigger record_changed_board after update on boards for each row execute function record_changed_board();

create function record_sticker_changes() returns trigger language plpgsql as $$
begin
  insert into board_changes (board_id)
  select distinct tasks.board_id from changed join tasks on tasks.id = changed.task_id on conflict do nothing;
  return null;
end $$;

create trigger record_added_stickers after insert on task_stickers
referencing new table as changed for each statement execute function record_sticker_changes();
create trigger record_removed_stickers after delete on task_stickers
referencing old table as changed for each statement execute function record_sticker_changes();
