-- A short name in front of task numbers (WR-12), and how a project is told apart at a glance.
alter table projects add column key text, add column color text, add column icon text;

-- Initials of the first four words, or the first three letters of a single word.
create function suggested_project_key(name text) returns text language sql immutable as $$
  select case when count(*) > 1 then string_agg(left(word, 1), '' order by place) else left(min(word), 3) end
  from (
    select word, place
    from regexp_split_to_table(upper(name collate "und-x-icu") collate "C", '[^A-ZА-ЯЁ0-9]+') with ordinality as words (word, place)
    where word ~ '^[A-ZА-ЯЁ]'
    order by place limit 4
  ) as words
$$;

update projects set key = suggested_project_key(name);

-- Also for projects that an instance of the previous release creates.
create function set_project_key() returns trigger language plpgsql as $$
begin
  new.key := coalesce(new.key, suggested_project_key(new.name));
  return new;
end $$;

create trigger set_project_key before insert on projects for each row execute function set_project_key();
