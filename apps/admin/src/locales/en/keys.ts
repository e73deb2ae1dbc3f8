const keys = {
  lead: 'Tokens are signed with one key at a time; others check the signature with the published half.',
  statuses: {
    signing: 'Signing',
    published: 'Next',
    verifying: 'Still accepted',
    retired: 'Retired',
  },
  texts: {
    signing: 'Signs every new token.',
    published: 'Others may fetch it already; it signs from {{date}}.',
    verifying: 'Signs no more. Its tokens are accepted until {{date}}.',
    retired: 'Nothing that it signed is accepted any more, since {{date}}.',
  },
  since: 'In use since {{date}}',
  age_one: '{{count}} day old',
  age_other: '{{count}} days old',
  ageToday: 'Made today',
  old: {
    title: 'Time for a new key',
    text_one:
      'The key has signed for {{count}} day. Every 90 days is a good habit, and nobody notices the change.',
    text_other:
      'The key has signed for {{count}} days. Every 90 days is a good habit, and nobody notices the change.',
  },
  rotate: {
    action: 'New key',
    title: 'Sign with a new key?',
    text: 'The new key is published now and starts signing in 5 minutes, when every service has fetched it. Nobody is signed out.',
    consequences: {
      old: 'Tokens signed with the old key are accepted until the last of them expires.',
      leaked:
        'If the old key has leaked, run “keys:rotate --now” in the console instead: the new key signs at once.',
    },
    running: 'Creating and publishing the new key…',
    waiting: 'The new key is published and starts signing at {{time}}.',
    done: 'The new key signs.',
  },
} as const

export default keys
