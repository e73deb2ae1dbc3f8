export default {
  errors: {
    group_not_found: 'Group not found',
    group_member_not_found: 'This user is not a member of the group',
    group_role_not_found: 'The group does not have this role',

    group_name_taken: 'A group with this name already exists',
    group_managed_elsewhere: 'The name of this group comes from {source} and can only be changed there',
    membership_managed_elsewhere: 'This membership comes from {source} and can only be removed there',
  },
} as const
