-- How the installation presents itself: in pages, both applications and emails. There is always exactly one row; what is null is as
-- Atrium comes.
create table branding (
  id boolean primary key default true check (id),
  name text,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo bytea,
  logo_type text,
  logo_digest text,
  sender_name text,
  email_footer text,
  email_footer_ru text,
  terms_url text,
  privacy_url text,
  imprint_url text,
  check ((logo is null) = (logo_type is null) and (logo is null) = (logo_digest is null))
);

insert into branding default values;
