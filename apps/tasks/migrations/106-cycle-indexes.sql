-- Most tasks are in no cycle: these indexes are small, and creating a task outside cycles does not write to them. In a migration
-- of its own, because changes of tasks wait for it.
create index tasks_cycle_id_idx on tasks (project_id, cycle_id) where cycle_id is not null;
create index task_stages_cycle_id_idx on task_stages (project_id, cycle_id, left_at) where cycle_id is not null;
