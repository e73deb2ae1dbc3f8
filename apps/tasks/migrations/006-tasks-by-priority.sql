-- The tasks of some projects by priority: with the priority alone everybody's tasks of that priority would be read.
create index tasks_priority_project_idx on tasks (priority_id, project_id);
drop index tasks_priority_id_idx;
