export default {
  errors: {
    guide_not_found: 'There is no guide {page}',
  },
} as const
