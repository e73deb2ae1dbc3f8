export default {
  errors: {
    export_unreadable: 'is not an export of a project, or is damaged',
    export_too_large: 'is too large when it is unpacked',
    export_of_other_version: 'was written by another version of Atrium, which this one can’t read',
    export_line_invalid: 'has an invalid record: line {line} of {name}',
  },
} as const
