import administration from './en/administration.ts'
import boards from './en/boards.ts'
import errors from './en/errors.ts'
import feedback from './en/feedback.ts'
import frame from './en/frame.ts'
import imports from './en/import.ts'
import installation from './en/installation.ts'
import notifications from './en/notifications.ts'
import profile from './en/profile.ts'
import projects from './en/projects.ts'
import tasks from './en/tasks.ts'
import time from './en/time.ts'
import work from './en/work.ts'

const en = {
  ...frame,
  administration,
  boards,
  errors,
  feedback,
  import: imports,
  installation,
  notifications,
  profile,
  projects,
  tasks,
  time,
  work,
} as const

export { default as ui } from '@atrium/ui/locales/en'
export default en
