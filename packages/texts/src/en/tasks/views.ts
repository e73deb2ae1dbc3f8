export default {
  errors: {
    view_not_found: 'View not found',
    too_many_views: 'You can have at most {limit} saved views in a project',
    shared_view_needs_project: 'only views of a project can be shared',
    field_without_groups: 'must be a list, a person or a checkbox',
    number_field_expected: 'must be fields of type number',

    filter_condition_expected: 'character {position}: a condition is expected, such as priority = high',
    filter_field_unknown: 'character {position}: there is no field {field}',
    filter_operator_expected: 'character {position}: {field} needs one of {operators}',
    filter_id_expected: 'character {position}: an ID is expected',
    filter_id_or_name_expected:
      'character {position}: an ID or a name is expected; quote names that contain spaces',
    filter_person_expected: 'character {position}: a user ID or me is expected',
    filter_number_expected: 'character {position}: a number is expected',
    filter_duration_expected: 'character {position}: a duration is expected, such as 1h30m',
    filter_date_expected: 'character {position}: a date is expected, such as 2026-01-31, today or today+7',
    filter_text_expected: 'character {position}: a text is expected; quote it if it contains spaces',
    filter_boolean_expected: 'character {position}: true or false is expected',
    filter_none_not_allowed:
      'character {position}: none only works with = and !=, for fields that can be empty',
    filter_too_many_values: 'character {position}: there are more than {limit} values',
    filter_parenthesis_expected: 'character {position}: a closing parenthesis is expected',
    filter_end_expected: 'character {position}: and, or or the end is expected',
    filter_quote_expected: 'character {position}: this quotation mark is never closed',
    filter_too_complex: 'character {position}: the filter has too many conditions or levels',
  },
} as const
