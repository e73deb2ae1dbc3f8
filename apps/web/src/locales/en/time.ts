const time = {
  title: 'Time',
} as const

export default time
