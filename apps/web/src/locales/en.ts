import administration from './en/administration.ts'
import boards from './en/boards.ts'
import bulk from './en/bulk.ts'
import calendar from './en/calendar.ts'
import errors from './en/errors.ts'
import feedback from './en/feedback.ts'
import fields from './en/fields.ts'
import frame from './en/frame.ts'
import imports from './en/import.ts'
import installation from './en/installation.ts'
import lanes from './en/lanes.ts'
import notifications from './en/notifications.ts'
import profile from './en/profile.ts'
import projects from './en/projects.ts'
import recurrence from './en/recurrence.ts'
import reports from './en/reports.ts'
import tasks from './en/tasks.ts'
import templates from './en/templates.ts'
import time from './en/time.ts'
import timeline from './en/timeline.ts'
import views from './en/views.ts'
import work from './en/work.ts'

const en = {
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
} as const

export { default as ui } from '@atrium/ui/locales/en'
export default en
