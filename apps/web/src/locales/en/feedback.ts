const feedback = {
  title: 'Feedback',
} as const

export default feedback
