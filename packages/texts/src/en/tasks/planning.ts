export default {
  errors: {
    day_full: 'The plan of a day has at most {limit} tasks. Choose another day.',
  },
} as const
