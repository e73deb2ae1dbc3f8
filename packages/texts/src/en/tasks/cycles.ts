export default {
  errors: {
    cycle_not_found: 'Cycle not found',
    cycle_finished: 'This cycle is already finished',
    too_many_cycles: 'A project can have at most {limit} cycles',
    milestone_not_found: 'Milestone not found',
    too_many_milestones: 'A project can have at most {limit} milestones',

    cycle_ends_before_start: 'must not be before the start date',
    cycle_starts_after_end: 'must not be after the end date',
    cycle_too_long: 'must be within {limit} days of the start date',
    finished_cycle: 'must be a cycle that is not finished',
    cycle_ids_expected: 'must be cycle IDs separated by commas, current or none',
    same_cycle: 'must be another cycle',
  },
} as const
