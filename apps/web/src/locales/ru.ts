import administration from './ru/administration.ts'
import boards from './ru/boards.ts'
import errors from './ru/errors.ts'
import feedback from './ru/feedback.ts'
import frame from './ru/frame.ts'
import imports from './ru/import.ts'
import installation from './ru/installation.ts'
import notifications from './ru/notifications.ts'
import profile from './ru/profile.ts'
import projects from './ru/projects.ts'
import tasks from './ru/tasks.ts'
import time from './ru/time.ts'
import work from './ru/work.ts'

const ru = {
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
}

export { default as ui } from '@atrium/ui/locales/ru'
export default ru
