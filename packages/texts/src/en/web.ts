import administration from './web/administration.ts'
import agents from './web/agents.ts'
import automations from './web/automations.ts'
import boards from './web/boards.ts'
import bulk from './web/bulk.ts'
import calendar from './web/calendar.ts'
import connections from './web/connections.ts'
import cycles from './web/cycles.ts'
import errors from './web/errors.ts'
import feedback from './web/feedback.ts'
import fields from './web/fields.ts'
import frame from './web/frame.ts'
import imports from './web/import.ts'
import installation from './web/installation.ts'
import intake from './web/intake.ts'
import lanes from './web/lanes.ts'
import notifications from './web/notifications.ts'
import plan from './web/plan.ts'
import profile from './web/profile.ts'
import projects from './web/projects.ts'
import recurrence from './web/recurrence.ts'
import reports from './web/reports.ts'
import tasks from './web/tasks.ts'
import templates from './web/templates.ts'
import time from './web/time.ts'
import timeline from './web/timeline.ts'
import views from './web/views.ts'
import work from './web/work.ts'

const en = {
  ...frame,
  administration,
  agents,
  automations,
  boards,
  calendar,
  bulk,
  connections,
  cycles,
  errors,
  feedback,
  fields,
  import: imports,
  installation,
  intake,
  lanes,
  notifications,
  plan,
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

export default en
