-- A robot: a client of the identity service that acts on its own behalf.
alter table users add column client_id text constraint users_client_id_key unique;
-- The name of the application that made the change, if it was not Atrium's own.
alter table activity add column application text;
