export default {
  errors: {
    report_period_too_long: 'must be at most {limit} days after from',
    report_has_too_many_tasks: 'the report has more than {limit} tasks; choose a shorter period',
  },
} as const
