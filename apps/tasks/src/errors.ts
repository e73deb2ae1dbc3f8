import { rolesErrors } from '@atrium/access-control/roles.errors'
import { mergeCatalogues } from '@atrium/core/catalogue'
import { errorsOf } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import { idempotencyErrors } from '@atrium/http/idempotency/idempotency.errors'
import { outboundErrors } from '@atrium/outbound/outbound.errors'
import { webhooksErrors } from '@atrium/webhooks/webhooks.errors'
import { administrationErrors } from '#administration/administration.errors.ts'
import { agentsErrors } from '#agents/agents.errors.ts'
import { automationsErrors } from '#automations/automations.errors.ts'
import { boardsErrors } from '#boards/boards.errors.ts'
import { calendarErrors } from '#calendar/calendar.errors.ts'
import { cyclesErrors } from '#cycles/cycles.errors.ts'
import { developmentErrors } from '#development/development.errors.ts'
import { documentationErrors } from '#documentation/documentation.errors.ts'
import { exportsErrors } from '#exports/exports.errors.ts'
import { feedbackErrors } from '#feedback/feedback.errors.ts'
import { fieldsErrors } from '#fields/fields.errors.ts'
import { gitErrors } from '#git/git.errors.ts'
import { importsErrors } from '#imports/imports.errors.ts'
import { intakeErrors } from '#intake/intake.errors.ts'
import { liveErrors } from '#live/live.errors.ts'
import { notificationsErrors } from '#notifications/notifications.errors.ts'
import { offboardingErrors } from '#offboarding/offboarding.errors.ts'
import { planningErrors } from '#planning/planning.errors.ts'
import { projectsErrors } from '#projects/projects.errors.ts'
import { reportsErrors } from '#reports/reports.errors.ts'
import { sharingErrors } from '#sharing/sharing.errors.ts'
import { signInErrors } from '#sign-in/sign-in.errors.ts'
import { tasksErrors } from '#tasks/tasks.errors.ts'
import { templatesErrors } from '#templates/templates.errors.ts'
import { timeTrackingErrors } from '#time-tracking/time-tracking.errors.ts'
import { viewsErrors } from '#views/views.errors.ts'
import { accessErrors } from './access.errors.ts'

/** Every code that the task service answers with, by chapter. */
export const errorCatalogue = mergeCatalogues(
  sharedErrors,
  accessErrors,
  rolesErrors,
  administrationErrors,
  signInErrors,
  projectsErrors,
  fieldsErrors,
  cyclesErrors,
  boardsErrors,
  viewsErrors,
  feedbackErrors,
  tasksErrors,
  templatesErrors,
  offboardingErrors,
  exportsErrors,
  importsErrors,
  intakeErrors,
  gitErrors,
  automationsErrors,
  timeTrackingErrors,
  reportsErrors,
  planningErrors,
  calendarErrors,
  agentsErrors,
  sharingErrors,
  notificationsErrors,
  liveErrors,
  documentationErrors,
  developmentErrors,
  idempotencyErrors,
  outboundErrors,
  webhooksErrors,
)

export const {
  Conflict,
  Forbidden,
  Gone,
  MalformedRequest,
  NotAuthenticated,
  NotFound,
  TooLarge,
  TooManyRequests,
  Unavailable,
  ValidationFailed,
} = errorsOf(errorCatalogue)
