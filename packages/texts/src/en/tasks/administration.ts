export default {
  errors: {
    user_not_found: 'User not found',
    invalid_erasure_token: 'The identity service did not sign this request',
    filter_not_allowed: 'Filtering by {field} needs one of the permissions {permissions}',
    admin_role_restricted: 'Only administrators can change the permissions of the role admin',
    admin_keeps_permission: 'The role admin always has {permission}',
    user_email_taken: 'This email address belongs to another account',
    user_passport_id_taken: 'This account already has a user',
    synchronisation_running: 'Users are already being synchronized',
    not_a_guest: 'This user is not a guest',

    ids_expected: 'must be IDs separated by commas',
  },
  formerUser: 'Former user',
} as const
