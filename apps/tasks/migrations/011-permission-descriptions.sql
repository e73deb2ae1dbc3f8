update permissions set description = described.description
from (values
  ('projects.create', 'Create projects'),
  ('projects.read.any', 'Read every project, also without being a member'),
  ('projects.manage.any', 'Manage every project as its managers do, also without being a member'),
  ('tasks.hard_delete.any', 'Permanently delete tasks in every project'),
  ('stickers.manage', 'Manage the stickers that all projects share'),
  ('priorities.manage', 'Manage the task priorities of all projects'),
  ('feedback.create', 'Send ratings and ideas'),
  ('feedback.read', 'Read everyone''s ideas and change their status'),
  ('feedback.stats', 'View the feedback statistics'),
  ('users.read', 'Look up users; administrators see their email addresses, too'),
  ('users.sync', 'Synchronize all users with the identity service'),
  ('roles.read', 'View roles and the permissions they hold'),
  ('roles.manage', 'Create, change and delete roles'),
  ('user_roles.read', 'View which users have which roles'),
  ('user_roles.manage', 'Assign and remove roles, up to one''s own permissions'),
  ('rbac.permissions.read', 'View the list of permissions'),
  ('rbac.permissions.manage', 'Grant permissions to roles and revoke them, up to one''s own permissions')
) as described (name, description)
where permissions.name = described.name and permissions.description is null;
