export default {
  errors: {
    file_not_found: 'File not found',
  },
} as const
