export default {
  errors: {
    time_interval_not_found: 'Time interval not found',
    time_interval_running_taken: 'You already have a running timer',
    timer_already_running: 'Your timer is already running on this task',
    timer_on_other_task: 'Your timer is running on another task',
    timer_running: 'The timer is still running; stop it first',
    no_timer_running: "You don't have a running timer",
    time_of_others_hidden: 'You can see the time of others only in projects that you manage',

    end_or_duration_required: 'send endedAt or duration',
    no_such_instant: 'is not a valid date and time',
    in_the_future: "can't be in the future",
    ends_in_the_future: "can't end in the future",
    end_before_start: 'must be after startedAt',
    time_interval_too_long: 'must be at most 24 hours after startedAt',
    duration_mismatch: 'must be the number of seconds from startedAt to endedAt',
    timer_start_too_early: 'must be less than 12 hours ago while the timer is running',
    to_before_from: "can't be before from",
    report_groups_expected: 'must be one or more of user, task and day, separated by commas',
    report_too_long: 'has more than {limit} rows; choose a shorter period or fewer groups',
  },
} as const
