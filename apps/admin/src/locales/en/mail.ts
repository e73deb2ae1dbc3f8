const mail = {
  lead: 'Mails that have not left yet. The list follows the queue by itself.',
  states: { all: 'All', waiting: 'Waiting', failed: 'Failed' },
  state: 'Which mails',
  kinds: {
    confirm_email: 'Confirmation of an e-mail address',
    reset_password: 'Link for a new password',
    email_changed: 'News of a changed e-mail address',
    password_changed: 'News of a changed password',
  },
  statuses: { waiting: 'Waiting', running: 'Being sent', failed: 'Failed' },
  nobody: 'Recipient unknown',
  attempts: 'Attempt {{attempts}} of {{maxAttempts}}',
  next: 'next {{date}}',
  why: 'Why it failed',
  retry: 'Try again',
  retryFor: 'Try the mail to {{recipient}} again',
  retried: 'The mail is tried again.',
  delete: 'Delete',
  deleteFor: 'Delete the mail to {{recipient}}',
  deleted: 'The mail is deleted.',
  deleteTitle: 'Delete this mail?',
  deleteText: 'It is never sent. This cannot be taken back.',
  isRunning: 'This mail is being sent at this moment.',
  empty: {
    title: 'Nothing waits',
    all: 'Every mail has left.',
    waiting: 'No mail waits for its turn.',
    failed: 'No mail has failed.',
  },
} as const

export default mail
