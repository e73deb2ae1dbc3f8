-- The service checks the language against its table, so that another language needs no migration.
alter table user_settings drop constraint user_settings_language_check;
