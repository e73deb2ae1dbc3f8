export default {
  errors: {
    route_not_found: 'Route not found',

    permission_name_taken: 'A permission with this name already exists',
    system_role_level_fixed: "The level of a system role can't be changed",
    built_in_permission: "{permission} is built in: it can't be renamed or deleted",
    owner_keeps_permission: 'The role owner always has {permission}',
    user_erased: 'The personal data of this user has been erased: nothing can be changed or restored',
    last_owner: 'This is the last owner; assign the role owner to another user first',

    user_above_own_role: 'This user has a higher role than you',
    role_above_own_role: 'This role is higher than your own',
    level_above_own_role: 'This level is higher than that of your own role',

    permission_name_expected: 'must be words of a-z, 0-9, _ and - joined by dots, such as reports.read.any',
    unknown_permission: 'contains {permission}, which does not exist',
    path_expected: 'must start with /, such as /users/5 or /users/:id',
  },
} as const
