-- The SHA-256 of the consent text that the user agreed to on the registration page; null if there was none to agree to.
alter table users add column consent_digest text;
