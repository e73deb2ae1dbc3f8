const cycles = {
  none: 'No cycle',
  find: 'Choose a cycle…',
  leave: 'Take the task out of its cycle',
  days: { from: 'from {{day}}', until: 'until {{day}}' },
  phases: {
    current: 'Current',
    next: 'Upcoming',
    ended: 'Ready to finish',
    finished: 'Finished',
  },
  planning: {
    moved: '“{{title}}” is now in {{name}}',
    left: '“{{title}}” is no longer in a cycle',
  },
} as const

export default cycles
