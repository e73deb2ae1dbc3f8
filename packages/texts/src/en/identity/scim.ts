export default {
  errors: {
    scim_resource_not_found: 'There is no resource with the ID {id}',

    scim_filter_unsupported:
      'This filter is not supported: compare attributes with eq, joined by and, as in userName eq "ann@example.org"',
    scim_path_unsupported: 'The path {path} is not supported',
    scim_operation_unsupported:
      'Operations must be a list of operations with the op add, replace or remove, which needs a path',
    scim_attribute_read_only: '{path} is set by Atrium and can’t be changed',
    scim_member_unknown: 'There is no user with the ID {id}, so they cannot be a member',
  },
} as const
