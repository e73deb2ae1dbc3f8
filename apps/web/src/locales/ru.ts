import administration from './ru/administration.ts'
import boards from './ru/boards.ts'
import bulk from './ru/bulk.ts'
import calendar from './ru/calendar.ts'
import errors from './ru/errors.ts'
import feedback from './ru/feedback.ts'
import fields from './ru/fields.ts'
import frame from './ru/frame.ts'
import imports from './ru/import.ts'
import installation from './ru/installation.ts'
import lanes from './ru/lanes.ts'
import notifications from './ru/notifications.ts'
import profile from './ru/profile.ts'
import projects from './ru/projects.ts'
import recurrence from './ru/recurrence.ts'
import reports from './ru/reports.ts'
import tasks from './ru/tasks.ts'
import templates from './ru/templates.ts'
import time from './ru/time.ts'
import timeline from './ru/timeline.ts'
import views from './ru/views.ts'
import work from './ru/work.ts'

const ru = {
  ...frame,
  administration,
  boards,
  calendar,
  bulk,
  errors,
  feedback,
  fields,
  import: imports,
  installation,
  lanes,
  notifications,
  profile,
  projects,
  recurrence,
  reports,
  tasks,
  templates,
  time,
  timeline,
  views,
  work,
}

export { default as ui } from '@atrium/ui/locales/ru'
export default ru
