-- When emails about notifications wait: until the end of the quiet hours, and until the time of the daily summary. The zone is
-- that of the user's browser and counts for those who have not chosen one.
alter table user_settings
  add column quiet_from time,
  add column quiet_to time,
  add column summary_at time,
  add column mail_time_zone text;

-- The moment at which one email has all that wait for it. Other emails leave them out, so that nobody gets them twice.
alter table notifications add column mail_at timestamptz(3);
