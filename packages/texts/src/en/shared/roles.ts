export default {
  errors: {
    role_not_found: 'Role not found',
    permission_not_found: 'Permission not found',
    role_permission_not_found: "The role doesn't have this permission",
    user_role_not_found: "The user doesn't have this role",

    role_name_taken: 'A role with this name already exists',
    permission_already_granted: 'The role already has this permission',
    role_already_assigned: 'The user already has this role',
    system_role_name_fixed: "A system role can't be renamed",
    system_role_not_deletable: "A system role can't be deleted",

    grant_beyond_own: "You can only grant permissions that you have; you don't have {permission}",
    role_beyond_own: "This role has permissions that you don't have: {permissions}",

    role_name_expected: 'must be 3 to 50 characters of a-z, 0-9, _ and -',
  },
} as const
