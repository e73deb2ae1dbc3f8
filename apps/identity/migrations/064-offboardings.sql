-- Who takes over the work of someone who has left, and what they left. The task service may not answer at that moment: until it
-- has handed everything over, a job asks it again.
create table offboardings (
  user_id bigint primary key references users on delete cascade,
  successor_id bigint references users on delete set null,
  requested_at timestamptz(3) not null default now(),
  handed_over_at timestamptz(3),
  -- What the task service said that the user left.
  left_work jsonb
);

create index offboardings_successor_id_idx on offboardings (successor_id);
create index offboardings_waiting_idx on offboardings (user_id) where handed_over_at is null and successor_id is not null;
