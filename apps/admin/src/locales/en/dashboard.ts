const dashboard = {
  lead: 'The state of this installation, updated every 30 seconds.',
  users: { label: 'Active users', archived_one: '{{count}} archived', archived_other: '{{count}} archived' },
  signedIn: {
    label: 'Signed in now',
    tokens_one: '{{count}} active access token',
    tokens_other: '{{count}} active access tokens',
  },
  today: {
    label: 'Sign-ins today',
    failed_one: '{{count}} failed',
    failed_other: '{{count}} failed',
  },
  mail: {
    label: 'Emails waiting',
    failed_one: '{{count}} email failed',
    failed_other: '{{count}} emails failed',
  },
  charts: {
    signIns: 'Sign-ins, last 30 days',
    newUsers: 'New users, last 30 days',
    utc: 'Days are in UTC.',
    day: 'Day',
    succeeded: 'Successful',
    failed: 'Failed',
  },
  failures: {
    title: 'Recent failed sign-ins',
    none: 'No failed sign-ins.',
    unknown: 'Unknown account',
    all: 'View all',
  },
  installation: {
    title: 'This installation',
    version: 'Version',
    startedAt: 'Running since',
    key: 'Signing key age',
    keyAge_one: '{{count}} day',
    keyAge_other: '{{count}} days',
  },
} as const

export default dashboard
