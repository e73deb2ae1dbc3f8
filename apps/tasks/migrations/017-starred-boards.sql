-- The boards that each user wants at the top of the sidebar, in the order in which they were starred.
create table starred_boards (
  user_id bigint not null references users on delete cascade,
  board_id bigint not null references boards on delete cascade,
  starred_at timestamptz(3) not null default now(),
  primary key (user_id, board_id)
);

create index starred_boards_board_id_idx on starred_boards (board_id);
