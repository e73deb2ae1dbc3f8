-- How many megabytes the attachments of a project may take: null is what PROJECT_FILES_MB says, 0 is no limit.
alter table projects add column files_limit_mb integer check (files_limit_mb between 0 and 1000000000);
