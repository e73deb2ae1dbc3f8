import access from './tasks/access.ts'
import administration from './tasks/administration.ts'
import agents from './tasks/agents.ts'
import automations from './tasks/automations.ts'
import boards from './tasks/boards.ts'
import calendar from './tasks/calendar.ts'
import cycles from './tasks/cycles.ts'
import development from './tasks/development.ts'
import documentation from './tasks/documentation.ts'
import exports from './tasks/exports.ts'
import feedback from './tasks/feedback.ts'
import fields from './tasks/fields.ts'
import git from './tasks/git.ts'
import imports from './tasks/imports.ts'
import intake from './tasks/intake.ts'
import live from './tasks/live.ts'
import notifications from './tasks/notifications.ts'
import offboarding from './tasks/offboarding.ts'
import planning from './tasks/planning.ts'
import projects from './tasks/projects.ts'
import reports from './tasks/reports.ts'
import sharing from './tasks/sharing.ts'
import signIn from './tasks/sign-in.ts'
import tasks from './tasks/tasks.ts'
import templates from './tasks/templates.ts'
import timeTracking from './tasks/time-tracking.ts'
import views from './tasks/views.ts'
import webhooks from './tasks/webhooks.ts'

export default {
  access,
  administration,
  automations,
  boards,
  agents,
  calendar,
  cycles,
  development,
  documentation,
  exports,
  feedback,
  fields,
  git,
  imports,
  intake,
  live,
  notifications,
  planning,
  offboarding,
  projects,
  reports,
  sharing,
  signIn,
  tasks,
  templates,
  timeTracking,
  views,
  webhooks,
} as const
