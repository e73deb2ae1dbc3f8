const notices = {
  lead: 'What everyone sees above every page, in both applications.',
  maintenance: {
    title: 'Maintenance mode',
    text: 'Everyone can read, but nobody can change anything. Signing in works. It stays on until you turn it off.',
    isOn: 'On since {{date}}',
    isOff: 'Off',
    message: 'Message',
    messageHint: 'For example when it will be over. Optional.',
    messageRu: 'Message in Russian',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    update: 'Update message',
    on: 'Maintenance mode is on',
    off: 'Maintenance mode is off',
    confirm: {
      title: 'Turn on maintenance mode?',
      text: 'Within a few seconds, nobody can save changes in either application.',
      consequences: {
        input: 'What people are typing stays in their browser, and they are told why it can’t be saved.',
        jobs: 'Recurring tasks, reminders and clean-up wait until it is over.',
      },
    },
  },
  banner: {
    title: 'Announcement',
    text: 'Everyone sees it until they dismiss it, until it ends or until you remove it.',
    kind: 'Kind',
    kinds: { info: 'Information', warning: 'Warning' },
    message: 'Text',
    messageRu: 'Text in Russian',
    messageRuHint: 'For people who use Atrium in Russian. Optional.',
    endsAt: 'Ends',
    endsAtHint: 'In your time zone. Optional.',
    publish: 'Publish',
    remove: 'Remove',
    published: 'The announcement is published',
    removed: 'The announcement is removed',
    isShown: 'Shown now',
    none: 'None',
  },
} as const

export default notices
