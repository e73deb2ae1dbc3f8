export default {
  errors: {
    field_not_found: 'Field not found',
    field_option_not_found: 'Option not found',
    custom_field_name_taken: 'The project already has a field with this name',
    custom_field_option_name_taken: 'The field already has an option with this name',
    too_many_custom_fields: 'A project can have at most {limit} fields',
    too_many_field_options: 'A field can have at most {limit} options',
    field_has_no_options: 'Only lists have options',
    field_in_use: 'Tasks with a value in this field: {taskCount}; send force=true to delete it anyway',
    field_option_in_use: 'Tasks with this option: {taskCount}; send force=true to delete it anyway',
    field_values_lost: "Values that can't be converted: {lost}; send losses: drop to change the type anyway",

    option_expected: 'must be an option of this field',
    member_expected: 'must be a member of the project',
    web_address_expected: 'must be a URL that starts with http:// or https://',
    checkbox_always_set: "isn't available for checkboxes: they are always on or off",
    same_field_type: 'is already the type of the field',
    fields_missing: 'must list every field of the project; missing: {ids}',
    foreign_fields: 'must list fields of this project only; remove: {ids}',
    options_missing: 'must list every option of the field; missing: {ids}',
    foreign_options: 'must list options of this field only; remove: {ids}',
  },
} as const
