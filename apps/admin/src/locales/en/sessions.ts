const sessions = {
  lead: 'Where you are signed in. End what you do not recognise, then change your password.',
  label: 'Sessions',
  count_one: '{{count}} session',
  count_other: '{{count}} sessions',
  device: '{{browser}} on {{system}}',
  unknownDevice: 'Unknown device',
  current: 'This one',
  since: 'Signed in',
  lastUsed: 'last used',
  end: {
    action: 'End',
    of: 'End the session: {{device}}, {{application}}',
    title: 'End this session?',
    text: '{{device}} is signed out of {{application}} at once. To go on there, one has to sign in again.',
    confirm: 'End the session',
    done: 'The session is ended: {{device}}, {{application}}',
  },
  endOthers: {
    action: 'End all others',
    title: 'End all other sessions?',
    text_one: '{{count}} other session ends at once. Only this one goes on.',
    text_other: '{{count}} other sessions end at once. Only this one goes on.',
    confirm: 'End all others',
    done: 'All other sessions are ended',
  },
  endAll: {
    action: 'End all',
    title: 'End all sessions of this user?',
    text_one: '{{count}} session ends at once. To go on, the user has to sign in again.',
    text_other: '{{count}} sessions end at once. To go on, the user has to sign in again.',
    confirm: 'End all',
    done: 'The user is signed out everywhere',
  },
  empty: { title: 'No sessions', text: 'Nobody is signed in with this account right now.' },
} as const

export default sessions
