const tasks = {
  title: 'Tasks',
} as const

export default tasks
