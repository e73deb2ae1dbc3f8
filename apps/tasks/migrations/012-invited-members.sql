-- The address to which the invitation went that somebody joined by: managers knew it before they did.
alter table project_members add column invited_email text;

update project_members set invited_email = users.email
from users, invitations
where users.id = project_members.user_id
  and invitations.project_id = project_members.project_id
  and invitations.status = 'accepted'
  and lower(invitations.email) = lower(users.email);
