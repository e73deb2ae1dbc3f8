import administration from './en/administration.ts'
import boards from './en/boards.ts'
import common from './en/common.ts'
import feedback from './en/feedback.ts'
import notifications from './en/notifications.ts'
import profile from './en/profile.ts'
import projects from './en/projects.ts'
import tasks from './en/tasks.ts'
import time from './en/time.ts'

const en = {
  ...common,
  administration,
  boards,
  feedback,
  notifications,
  profile,
  projects,
  tasks,
  time,
} as const

export default en
