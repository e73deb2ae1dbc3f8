export default {
  errors: {
    future_expected: 'must be in the future',
  },
} as const
