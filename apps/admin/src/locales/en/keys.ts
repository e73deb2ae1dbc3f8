const keys = {
  lead: 'Tokens are signed with one key at a time. Services verify signatures with its public key.',
  statuses: {
    signing: 'Signing',
    published: 'Next',
    verifying: 'Still accepted',
    retired: 'Retired',
  },
  texts: {
    signing: 'Signs every new token.',
    published: 'Already published. It starts signing on {{date}}.',
    verifying: 'No longer signs. Its tokens are accepted until {{date}}.',
    retired: 'Its tokens are no longer accepted since {{date}}.',
  },
  since: 'In use since {{date}}',
  age_one: '{{count}} day old',
  age_other: '{{count}} days old',
  ageToday: 'Created today',
  old: {
    title: 'Rotate the signing key',
    text_one:
      'This key has been in use for {{count}} day. We recommend rotating it every 90 days; users won’t notice.',
    text_other:
      'This key has been in use for {{count}} days. We recommend rotating it every 90 days; users won’t notice.',
  },
  rotate: {
    action: 'Rotate key',
    title: 'Rotate the signing key?',
    text: 'The new key is published now and starts signing in 5 minutes, once every service has fetched it. No one is signed out.',
    consequences: {
      old: 'Tokens signed with the old key stay valid until they expire.',
      leaked:
        'If the old key was leaked, run “keys:rotate --now” in the console instead: the new key starts signing immediately.',
    },
    running: 'Creating and publishing the new key…',
    waiting: 'The new key is published and starts signing at {{time}}.',
    done: 'The new key is now signing.',
  },
} as const

export default keys
