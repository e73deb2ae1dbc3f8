-- Earlier builds replaced the number of an erased user with a text, because one was required.
update users set phone = null where erased_at is not null and phone is not null;
