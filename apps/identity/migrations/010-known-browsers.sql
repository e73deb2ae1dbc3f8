-- Which browsers a user has signed in with, by their names without the numbers of versions.
create table known_browsers (
  user_id bigint not null references users on delete cascade,
  browser text not null,
  seen_at timestamptz(3) not null,
  primary key (user_id, browser)
);

create index known_browsers_seen_at_idx on known_browsers (seen_at);

insert into known_browsers (user_id, browser, seen_at)
select user_id, regexp_replace(coalesce(user_agent, ''), '[0-9][0-9._]*', '', 'g'), max(created_at)
from token_families group by 1, 2;
