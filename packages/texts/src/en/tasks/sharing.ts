export default {
  errors: {
    share_not_found: 'This link doesn’t exist or no longer works',
    share_password_required: 'Enter the password of this link first',
    share_password_wrong: 'The password is wrong',
    share_password_throttled: 'Too many wrong passwords. Try again in a few minutes.',
    too_many_shares: 'A board can have at most {limit} links. Revoke one that is no longer used.',
  },
  page: {
    readOnly: 'View only',
    empty: 'No tasks',
    more: '{count, plural, one {# more task} other {# more tasks}}',
    due: 'Due {day}',
    from: 'From {day}',
    completed: 'Completed',
    checklist: 'Checklist: {done} of {total}',
    priority: 'Priority: {name}',
    priorities: { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' },
    people: 'People: {names}',
    comments: 'Comments',
    files: 'Files',
  },
  password: {
    title: 'This board is protected',
    lead: 'Enter the password that you got with the link.',
    label: 'Password',
    button: 'Open board',
  },
} as const
