const dashboard = {
  lead: 'How this installation is doing, brought up to date every half minute.',
  users: { label: 'Active users', archived_one: '{{count}} archived', archived_other: '{{count}} archived' },
  signedIn: {
    label: 'Signed in now',
    tokens_one: '{{count}} access token alive',
    tokens_other: '{{count}} access tokens alive',
  },
  today: {
    label: 'Sign-ins today',
    failed_one: '{{count}} failed',
    failed_other: '{{count}} failed',
  },
  mail: {
    label: 'Mail waiting',
    failed_one: '{{count}} letter failed',
    failed_other: '{{count}} letters failed',
  },
  charts: {
    signIns: 'Sign-ins over 30 days',
    newUsers: 'New users over 30 days',
    utc: 'Days are counted in UTC.',
    day: 'Day',
    succeeded: 'Signed in',
    failed: 'Failed',
  },
  failures: {
    title: 'Newest failed sign-ins',
    none: 'None so far.',
    unknown: 'No such account',
    all: 'All of them',
  },
  installation: {
    title: 'This installation',
    version: 'Version',
    startedAt: 'Running since',
    key: 'Signing key in use for',
    keyAge_one: '{{count}} day',
    keyAge_other: '{{count}} days',
  },
} as const

export default dashboard
