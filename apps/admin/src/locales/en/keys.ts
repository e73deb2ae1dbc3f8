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
    text: 'It is published at once and signs a moment later. Nobody is signed out.',
    consequences: {
      old: 'Tokens of the old key are accepted until the last of them has ended.',
      cached: 'Services that keep the published keys for long must fetch them again.',
    },
    running: 'The new key is made and published…',
    waiting: 'The new key is published and begins to sign in a moment…',
    done: 'The new key signs.',
  },
} as const

export default keys
