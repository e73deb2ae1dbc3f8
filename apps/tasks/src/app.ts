import { shippingMeasure } from '@atrium/audit/audit-shipping'
import { offeredLanguages } from '@atrium/core/languages'
import type { Measure } from '@atrium/core/measure'
import { version } from '@atrium/core/version'
import { type Cleaning, startCleaning } from '@atrium/database/clean-up'
import { compareClocks, poolMeasures, poolState, warnOfMissingTimeouts } from '@atrium/database/connect'
import { constraintErrors } from '@atrium/database/constraint-errors'
import { consumerMeasure } from '@atrium/database/outbox/outbox'
import { createApp } from '@atrium/http/app/create-app'
import type { Dependencies } from '@atrium/http/app/health'
import { serveWebApplication } from '@atrium/http/app/web-application'
import { replayAnswers } from '@atrium/http/idempotency/replay-answers'
import { serveGuides } from '@atrium/http/pages/guides/guides'
import { createAverage, createHeartbeat } from '@atrium/jobs/heartbeat'
import { queueMeasures } from '@atrium/jobs/jobs'
import { getServiceHealth } from '@atrium/jobs/service-health'
import { checkFreeSpace, diskMeasure, findFullestDisk } from '@atrium/storage/open-storage'
import { webhookMeasures } from '@atrium/webhooks/measures'
import { sql } from 'kysely'
import { erasureRoutes } from '#administration/erasure/erasure.routes.ts'
import { getHealthReport } from '#administration/health.contract.ts'
import { mailJobRoutes } from '#administration/mail-job.routes.ts'
import { readLogo } from '#administration/notices.ts'
import { roleRoutes } from '#administration/roles/role.routes.ts'
import { userRoutes } from '#administration/user.routes.ts'
import { agentRoutes } from '#agents/agent.routes.ts'
import { auditRoutes } from '#audit/audit.routes.ts'
import { automationRoutes } from '#automations/automation.routes.ts'
import { boardRoutes } from '#boards/board.routes.ts'
import { columnRoutes } from '#boards/column.routes.ts'
import { navigationRoutes } from '#boards/navigation.routes.ts'
import { calendarFeedRoutes } from '#calendar/calendar-feed.routes.ts'
import { cycleRoutes } from '#cycles/cycle.routes.ts'
import { developmentRoutes } from '#development/development.routes.ts'
import { documentationRoutes } from '#documentation/documentation.routes.ts'
import { exportRoutes } from '#exports/export.routes.ts'
import { feedbackRoutes } from '#feedback/feedback.routes.ts'
import { fieldRoutes } from '#fields/field.routes.ts'
import { gitRoutes } from '#git/git.routes.ts'
import { gitHookRoutes } from '#git/hooks/hook.routes.ts'
import { importRoutes } from '#imports/import.routes.ts'
import { importJobRoutes } from '#imports/jobs/import-job.routes.ts'
import { intakeFormRoutes } from '#intake/intake-form.routes.ts'
import { streamRoutes } from '#live/stream.routes.ts'
import { mcpRoutes } from '#mcp/mcp.routes.ts'
import { proposalRoutes } from '#mcp/proposals/proposal.routes.ts'
import { inboxRoutes } from '#notifications/inbox/inbox.routes.ts'
import { notificationRoutes } from '#notifications/notification.routes.ts'
import { pushRoutes } from '#notifications/push/push.routes.ts'
import { unsubscribeRoutes } from '#notifications/unsubscribe/unsubscribe.routes.ts'
import { offboardingRoutes } from '#offboarding/offboarding.routes.ts'
import { planRoutes } from '#planning/plan.routes.ts'
import { outbox } from '#projects/activity.queries.ts'
import { explanationRoutes } from '#projects/explanation/explanation.routes.ts'
import { holdRoutes } from '#projects/hold/hold.routes.ts'
import { invitationRoutes } from '#projects/invitation.routes.ts'
import { memberRoutes } from '#projects/member.routes.ts'
import { projectRoutes } from '#projects/project.routes.ts'
import { teamRoutes } from '#projects/teams/team.routes.ts'
import { reportRoutes } from '#reports/report.routes.ts'
import { shareRoutes } from '#sharing/share.routes.ts'
import { sendRefreshedSessions } from '#sign-in/session.ts'
import { openSignIn } from '#sign-in/sign-in.contract.ts'
import { signInRoutes } from '#sign-in/sign-in.routes.ts'
import { answerSignedOutVisit } from '#sign-in/signed-out-visit.ts'
import { startupRoutes } from '#startup/startup.routes.ts'
import { attachmentRoutes } from '#tasks/attachments/attachment.routes.ts'
import { bulkRoutes } from '#tasks/bulk/bulk.routes.ts'
import { checklistRoutes } from '#tasks/checklist/checklist.routes.ts'
import { commentRoutes } from '#tasks/comments/comment.routes.ts'
import { taskCsvRoutes } from '#tasks/csv/task-csv.routes.ts'
import { taskPriorityRoutes } from '#tasks/priorities/task-priority.routes.ts'
import { recurrenceRoutes } from '#tasks/recurrence/recurrence.routes.ts'
import { relationRoutes } from '#tasks/relations/relation.routes.ts'
import { taskScheduleRoutes } from '#tasks/schedule/task-schedule.routes.ts'
import { stickerRoutes } from '#tasks/stickers/sticker.routes.ts'
import { subtaskRoutes } from '#tasks/subtasks/subtask.routes.ts'
import { taskSummaryRoutes } from '#tasks/summary/task-summary.routes.ts'
import { taskRoutes } from '#tasks/task.routes.ts'
import { transferRoutes } from '#tasks/transfer/transfer.routes.ts'
import { voteRoutes } from '#tasks/votes/vote.routes.ts'
import { watchRoutes } from '#tasks/watch/watch.routes.ts'
import { templateRoutes } from '#templates/template.routes.ts'
import { timeIntervalRoutes } from '#time-tracking/time-interval.routes.ts'
import { timeSummaryRoutes } from '#time-tracking/time-summary.routes.ts'
import { savedViewRoutes } from '#views/saved-view.routes.ts'
import { webhookRoutes } from '#webhooks/webhook.routes.ts'
import { authenticator, idempotencyOf } from './access.ts'
import { describeApi } from './api-description.ts'
import { cleanUp, retentionOf } from './clean-up.ts'
import type { Deps } from './deps.ts'
import { errorCatalogue } from './errors.ts'
import { createRoute } from './route.ts'
import { allowedOrigins } from './settings.ts'

const CLEAN_UP_EVERY_MS = 600_000
const webApplication = new URL('../../web/dist/', import.meta.url)

export async function createTasksApp(deps: Deps) {
  const { settings, log } = deps
  await compareClocks(deps.db, deps.now, log)
  await warnOfMissingTimeouts(deps.db, log)
  const cleaning = startCleaning(() => cleanUpUnlessPaused(deps), CLEAN_UP_EVERY_MS, log)
  const app = await createApp(
    {
      log,
      api: describeApi(settings),
      isDevelopment: settings.NODE_ENV === 'development',
      allowedOrigins: allowedOrigins(settings),
      trustProxy: settings.TRUST_PROXY,
      hasRateLimit: settings.RATE_LIMIT === 'on',
      sharedLimits: deps.sharedLimits,
      authenticate: authenticator(deps),
      version,
      dependencies: dependenciesOf(deps),
      notices: deps.notices,
      readLogo: () => readLogo(settings.IDENTITY_INTERNAL_URL),
      metricsToken: settings.METRICS_TOKEN,
      measures: [...measuresOf(deps), ...cleaning.measures],
      translateError: constraintErrors(errorCatalogue),
      maxUploadBytes: settings.STORAGE_MAX_BYTES,
      errors: errorCatalogue,
      languages: offeredLanguages(settings),
      cookies: { domain: settings.COOKIE_DOMAIN, secure: settings.COOKIE_SECURE },
      waysOn: { home: settings.FRONTEND_URL, signIn: openSignIn.path },
      pathPrefix: '/api/v1',
    },
    async app => {
      const route = createRoute(app, deps)
      replayAnswers(app, idempotencyOf(deps))
      sendRefreshedSessions(app, deps)
      documentationRoutes(route, deps, version)
      serveGuides(app, { tasks: settings.TASKS_URL, identity: settings.IDENTITY_URL })
      signInRoutes(route, deps)
      userRoutes(route, deps)
      erasureRoutes(route, deps)
      offboardingRoutes(route, deps)
      startupRoutes(route, deps)
      roleRoutes(route, deps)
      route(getHealthReport, {}, async () => ({
        item: await getServiceHealth(deps.db, retentionOf(settings)),
      }))
      mailJobRoutes(route, deps)
      auditRoutes(route, deps)
      projectRoutes(route, deps)
      holdRoutes(route, deps)
      boardRoutes(route, deps, version)
      columnRoutes(route, deps)
      fieldRoutes(route, deps)
      cycleRoutes(route, deps)
      navigationRoutes(route, deps)
      memberRoutes(route, deps)
      teamRoutes(route, deps)
      explanationRoutes(route, deps)
      invitationRoutes(route, deps)
      attachmentRoutes(route, deps)
      bulkRoutes(route, deps)
      taskRoutes(route, deps)
      taskSummaryRoutes(route, deps)
      taskScheduleRoutes(route, deps)
      taskCsvRoutes(route, deps)
      savedViewRoutes(route, deps)
      transferRoutes(route, deps)
      watchRoutes(route, deps)
      voteRoutes(route, deps)
      recurrenceRoutes(route, deps)
      streamRoutes(route, deps)
      app.addHook('preClose', async () => deps.streams.shutDown())
      notificationRoutes(route, deps)
      inboxRoutes(route, deps)
      unsubscribeRoutes(route, deps)
      pushRoutes(route, deps)
      taskPriorityRoutes(route, deps)
      commentRoutes(route, deps)
      stickerRoutes(route, deps)
      checklistRoutes(route, deps)
      subtaskRoutes(route, deps)
      relationRoutes(route, deps)
      templateRoutes(route, deps)
      exportRoutes(route, deps)
      importRoutes(route, deps)
      importJobRoutes(route, deps)
      gitRoutes(route, deps)
      automationRoutes(route, deps)
      gitHookRoutes(route, deps)
      if (settings.NODE_ENV === 'development') developmentRoutes(app, route, deps)
      feedbackRoutes(route, deps)
      timeIntervalRoutes(route, deps)
      timeSummaryRoutes(route, deps)
      reportRoutes(route, deps)
      planRoutes(route, deps)
      calendarFeedRoutes(route, deps)
      shareRoutes(route, deps)
      intakeFormRoutes(route, deps)
      webhookRoutes(route, deps)
      agentRoutes(route, deps)
      mcpRoutes(app, route, deps)
      proposalRoutes(app, route, deps)
      await serveWebApplication(app, {
        path: '/app',
        folder: webApplication,
        beforePage: answerSignedOutVisit,
      })
    },
  )
  app.addHook('onReady', async () => deps.announcements.start())
  const heartbeat = heartbeatOf(deps, cleaning)
  app.addHook('onListen', async () => heartbeat.start())
  app.addHook('onClose', async () => {
    cleaning.stop()
    await heartbeat.stop()
    await deps.close()
  })
  return app
}

/** Nothing is deleted in maintenance mode. */
async function cleanUpUnlessPaused(deps: Deps) {
  return deps.notices.allowsBackgroundChanges() ? cleanUp(deps) : 0
}

function dependenciesOf({ settings, db, bus, rightsBus, announcements, storage }: Deps): Dependencies {
  return {
    database: { check: () => sql`select 1`.execute(db), isRequired: true },
    events: {
      check: async () => {
        if (!(bus.isListening() && rightsBus.isListening())) throw new Error('the event channel is broken')
      },
    },
    identity: {
      check: async () => {
        const signal = AbortSignal.timeout(1000)
        const { ok } = await fetch(`${settings.IDENTITY_INTERNAL_URL}/healthz`, { signal })
        if (!ok) throw new Error('the identity service does not answer as it should')
      },
      keepMs: 2000,
    },
    announcements: {
      check: async () => {
        if (!announcements.isFresh())
          throw new Error('announcements of the identity service are not heard; check TASKS_CLIENT_ID there')
      },
    },
    files: { check: storage.check, keepMs: 10_000, isCheckedAtStart: true },
    disk: { check: () => checkFreeSpace(settings), failure: 'low', keepMs: 10_000 },
  }
}

function heartbeatOf({ db, settings, streams, log }: Deps, cleaning: Cleaning) {
  const averageLag = createAverage(streams.lags)
  return createHeartbeat({
    db,
    version,
    onError: error => log.warn({ err: error }, 'the state of this instance could not be written'),
    readState: async () => ({
      streams: streams.count(),
      lagSeconds: averageLag(),
      connections: poolState(db),
      cleanedAt: cleaning.lastAt()?.toISOString() ?? null,
      diskFreeBytes: (await findFullestDisk(settings))?.bytes ?? null,
    }),
  })
}

function measuresOf({
  settings,
  db,
  replica,
  bus,
  streams,
  tokenCheck,
  announcements,
  boardCache,
}: Deps): Measure[] {
  return [
    ...poolMeasures(db),
    ...replica.measures,
    ...queueMeasures(db),
    shippingMeasure(db, settings),
    consumerMeasure(db, outbox),
    ...webhookMeasures(db),
    diskMeasure(settings),
    {
      name: 'atrium_event_channel_up',
      help: 'Whether messages of other instances arrive',
      read: () => Number(bus.isListening()),
    },
    { name: 'atrium_event_streams', help: 'Open live streams', read: () => streams.count() },
    {
      name: 'atrium_event_lag_seconds',
      help: 'Time from a commit until its event is in the queues of the streams',
      type: 'histogram',
      read: () => streams.lags,
    },
    {
      name: 'atrium_token_checks_total',
      help: 'Checks of access tokens, by whether the cache answered; asked means that its answer did not count, because announcements are not heard',
      type: 'counter',
      label: 'cache',
      read: tokenCheck.cacheUses,
    },
    {
      name: 'atrium_announcements_age_seconds',
      help: 'How long ago the identity service last said what it has to announce about tokens; a second while it is heard',
      read: announcements.ageSeconds,
    },
    { name: 'atrium_board_cache_bytes', help: 'Boards kept in memory', read: () => boardCache.size() },
  ]
}
