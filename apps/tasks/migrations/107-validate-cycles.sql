alter table tasks validate constraint tasks_cycle_id_fkey;
