import { mergeCatalogues } from '@atrium/core/catalogue'
import { errorsOf } from '@atrium/core/coded-errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import { administrationErrors } from '#administration/administration.errors.ts'
import { boardsErrors } from '#boards/boards.errors.ts'
import { feedbackErrors } from '#feedback/feedback.errors.ts'
import { liveErrors } from '#live/live.errors.ts'
import { notificationsErrors } from '#notifications/notifications.errors.ts'
import { projectsErrors } from '#projects/projects.errors.ts'
import { tasksErrors } from '#tasks/tasks.errors.ts'
import { accessErrors } from './access.errors.ts'

/** Every code that the task service answers with, by chapter. */
export const errorCatalogue = mergeCatalogues(
  sharedErrors,
  accessErrors,
  administrationErrors,
  projectsErrors,
  boardsErrors,
  feedbackErrors,
  tasksErrors,
  notificationsErrors,
  liveErrors,
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
