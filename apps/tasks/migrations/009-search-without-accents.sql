-- Whoever writes отчет looks for отчёт too, whoever writes uber for Über.
create extension if not exists unaccent;

create or replace function keep_task_text() returns trigger language plpgsql as $$
begin
  insert into task_texts (task_id, project_id, text)
  values (new.id, new.project_id, unaccent(lower(concat_ws(' ', '#' || new.number, new.title, new.description))))
  on conflict (task_id) do update set text = excluded.text;
  return null;
end $$;

update task_texts set text = unaccent(text) where text <> unaccent(text);
