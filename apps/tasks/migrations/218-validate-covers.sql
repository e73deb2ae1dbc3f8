alter table tasks validate constraint tasks_cover_id_fkey;
