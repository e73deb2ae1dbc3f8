const sessions = {
  lead: 'Devices where you’re signed in. End any session you don’t recognize, then change your password.',
  label: 'Sessions',
  count_one: '{{count}} session',
  count_other: '{{count}} sessions',
  device: '{{browser}} on {{system}}',
  unknownDevice: 'Unknown device',
  current: 'This session',
  since: 'Signed in',
  lastUsed: 'last used',
  end: {
    action: 'End',
    of: 'End session: {{device}}, {{application}}',
    title: 'End this session?',
    text: '{{device}} is signed out of {{application}} immediately.',
    confirm: 'End session',
    done: 'Session ended: {{device}}, {{application}}',
  },
  endOthers: {
    action: 'End all others',
    title: 'End all other sessions?',
    text_one: '{{count}} other session will end immediately. You stay signed in here.',
    text_other: '{{count}} other sessions will end immediately. You stay signed in here.',
    confirm: 'End all others',
    done: 'All other sessions ended',
  },
  endAll: {
    action: 'End all',
    title: 'End all sessions of this user?',
    text_one: '{{count}} session will end immediately. The user can sign in again.',
    text_other: '{{count}} sessions will end immediately. The user can sign in again.',
    confirm: 'End all',
    done: 'All sessions ended',
  },
  empty: { title: 'No active sessions', text: 'This account isn’t signed in anywhere.' },
} as const

export default sessions
