export default {
  errors: {
    automation_not_found: 'Automation not found',
    too_many_automations: 'A project can have at most {limit} automations',
    automation_disabled: 'This automation is turned off',
    automation_not_a_button: 'This automation has no button',
    automation_condition_not_met: 'This automation is not meant for the task: its condition does not match',
    automation_webhook_off: 'The webhook is turned off or was deleted',
    automation_needs_task: 'This action needs a task, but the automation ran without one',

    automation_paused: 'The automation was turned off before the run began',
    automation_too_deep:
      'The run was started by a chain of more than {limit} automations, which may go round in circles',
    automation_too_many_actions: 'One cause can lead to at most {limit} actions',
    automation_task_gone: 'The task was deleted or moved to another project',
    automation_saver_left: 'The person who saved the automation has left the project',
    automation_saver_archived: 'The account of the person who saved the automation is archived',
    automation_saver_rights: 'The person who saved the automation no longer has the right to do what it does',

    automation_schedule_expected:
      'must be a time such as 09:00, days and a time such as mon,thu 09:00, or a cron expression such as 0 9 1 * *',
    automation_day_expected: 'must be a date such as 2026-01-31, or a day such as today+7',
    automation_placeholder_unknown: 'has an unknown placeholder: {placeholder}',
    automation_person_expected: 'must be members of the project, and able to edit tasks to be assigned',
  },
} as const
