-- Few changes are made by agents, so that this index stays small. In a migration of its own, because changes of tasks wait for it.
create index activity_agent_id_idx on activity (agent_id, created_at) where agent_id is not null;
