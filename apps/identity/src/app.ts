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
import { replayAnswers } from '@atrium/http/idempotency/replay-answers'
import { serveGuides } from '@atrium/http/pages/guides/guides'
import { createHeartbeat } from '@atrium/jobs/heartbeat'
import { queueMeasures } from '@atrium/jobs/jobs'
import { checkFreeSpace, diskMeasure, findFullestDisk } from '@atrium/storage/open-storage'
import { webhookMeasures } from '@atrium/webhooks/measures'
import { sql } from 'kysely'
import type { Actor } from '#access-control/actor.ts'
import { explanationRoutes } from '#access-control/explanation/explanation.routes.ts'
import { permissionRoutes } from '#access-control/permission.routes.ts'
import { roleRoutes } from '#access-control/role.routes.ts'
import { listUnknownRoles } from '#access-control/second-factor.queries.ts'
import { adminRoutes } from '#admin/admin.routes.ts'
import { auditRoutes } from '#admin/audit.routes.ts'
import { findLogo } from '#admin/branding/branding.queries.ts'
import { brandingRoutes } from '#admin/branding/branding.routes.ts'
import { backupMeasures } from '#admin/health/backup-jobs.ts'
import { healthRoutes } from '#admin/health/health.routes.ts'
import { noticeRoutes } from '#admin/notices/notice.routes.ts'
import { statisticsRoutes } from '#admin/statistics.routes.ts'
import { tasksPermissionRoutes } from '#admin/tasks-permissions.routes.ts'
import { documentationRoutes } from '#documentation/documentation.routes.ts'
import { groupRoutes } from '#groups/group.routes.ts'
import { mailJobRoutes } from '#mail/mail-job.routes.ts'
import { passwordResetRoutes } from '#mail/password-reset.routes.ts'
import { verifyEmailRoutes } from '#mail/verify-email.routes.ts'
import { announcementRoutes } from '#oauth/announcements/announcement.routes.ts'
import { grantEndRoutes } from '#oauth/announcements/grant-end.routes.ts'
import { groupReadingRoutes } from '#oauth/announcements/group-reading.routes.ts'
import { authorizeRoutes } from '#oauth/authorize/authorize.routes.ts'
import { consentRoutes } from '#oauth/authorize/consent.routes.ts'
import { clientRoutes } from '#oauth/clients/client.routes.ts'
import { clientClaimRoutes } from '#oauth/clients/client-claim.routes.ts'
import { ensureFirstPartyClient, ownSignInAddress } from '#oauth/clients/first-party-client.ts'
import { applicationRoutes } from '#oauth/consent/application.routes.ts'
import { deviceRoutes } from '#oauth/device/device.routes.ts'
import { devicePageRoutes } from '#oauth/device/device-page.routes.ts'
import { forwardRoutes } from '#oauth/forward/forward.routes.ts'
import { endSessionRoutes } from '#oauth/logout/end-session.routes.ts'
import { wellKnownRoutes } from '#oauth/metadata/well-known.routes.ts'
import { replyWithOAuthErrors } from '#oauth/oauth-error.ts'
import { userInfoRoutes } from '#oauth/openid/userinfo.routes.ts'
import { passwordResetPageRoutes } from '#oauth/password-reset/reset-page.routes.ts'
import { registerRoutes } from '#oauth/register/register.routes.ts'
import { sendRenewedSessions } from '#oauth/session/browser-session.ts'
import { switchUser } from '#oauth/session/session.contract.ts'
import { sessionRoutes } from '#oauth/session/session.routes.ts'
import { tokenRoutes } from '#oauth/token/token.routes.ts'
import { upstreamRoutes } from '#oauth/upstream/upstream.routes.ts'
import { referenceDataRoutes } from '#reference-data/reference-data.routes.ts'
import { registrationRoutes } from '#registration/registration.routes.ts'
import { schemaRoutes } from '#scim/schemas.routes.ts'
import { recordDirectories, scimMeasures } from '#scim/scim-directories.ts'
import { scimGroupRoutes } from '#scim/scim-group.routes.ts'
import { speakScim } from '#scim/scim-replies.ts'
import { scimUserRoutes } from '#scim/scim-user.routes.ts'
import { credentialRoutes } from '#sign-in/credentials/credentials.routes.ts'
import { directoryMeasures } from '#sign-in/directory-sync/directory-sync-jobs.ts'
import { lockoutRoutes } from '#sign-in/lockout/lockout.routes.ts'
import { passkeyRoutes } from '#sign-in/passkeys/passkey.routes.ts'
import { personalTokenRoutes } from '#sign-in/personal-tokens/personal-token.routes.ts'
import { providerTestRoutes } from '#sign-in/provider-test/provider-test.routes.ts'
import { identityRoutes } from '#sign-in/providers/identity.routes.ts'
import { providerRoutes } from '#sign-in/providers/provider.routes.ts'
import { twoFactorRoutes } from '#sign-in/two-factor/two-factor.routes.ts'
import { fileRoutes } from '#storage/file.routes.ts'
import { cleanUp } from '#tokens/clean-up.ts'
import { signingKeyRoutes } from '#tokens/signing-key.routes.ts'
import { userSessionRoutes } from '#tokens/user-session.routes.ts'
import { bulkUserRoutes } from '#users/bulk/bulk-user.routes.ts'
import { erasureRoutes } from '#users/erasure/erasure.routes.ts'
import { handOverMeasures } from '#users/offboarding/hand-over.ts'
import { offboardingRoutes } from '#users/offboarding/offboarding.routes.ts'
import { getUser } from '#users/user.queries.ts'
import { userRoutes } from '#users/user.routes.ts'
import { contactRoutes } from '#users/user-contact.routes.ts'
import { educationRoutes } from '#users/user-education.routes.ts'
import { auditOutbox } from '#webhooks/audit-outbox.ts'
import { webhookRoutes } from '#webhooks/webhook.routes.ts'
import { authenticator, idempotencyOf } from './access.ts'
import { describeApi } from './api-description.ts'
import type { Deps } from './deps.ts'
import { errorCatalogue } from './errors.ts'
import { metadataHostRoutes } from './oauth/client-documents/metadata-host.routes.ts'
import { clientRegistrationRoutes } from './oauth/client-registration/client-registration.routes.ts'
import { createRoute } from './route.ts'
import { allowedOrigins, applicationAddress, protectedResources, twoFactorRoles } from './settings.ts'

const CLEAN_UP_EVERY_MS = 60_000
export async function createIdentityApp(deps: Deps) {
  const { settings, log } = deps
  await ensureFirstPartyClient(deps)
  await warnOfUnknownRoles(deps)
  await compareClocks(deps.db, deps.now, log)
  await warnOfMissingTimeouts(deps.db, log)
  const cleaning = startCleaning(() => cleanUpUnlessPaused(deps), CLEAN_UP_EVERY_MS, log)
  const app = await createApp(
    {
      log,
      api: describeApi(settings),
      isDevelopment: settings.NODE_ENV === 'development',
      allowedOrigins: allowedOrigins(settings),
      isApplicationOrigin: deps.isApplicationOrigin,
      trustProxy: settings.TRUST_PROXY,
      hasRateLimit: settings.RATE_LIMIT === 'on',
      sharedLimits: deps.sharedLimits,
      authenticate: authenticator(deps),
      version,
      dependencies: dependenciesOf(deps),
      notices: deps.notices,
      readLogo: () => findLogo(deps.db),
      metricsToken: settings.METRICS_TOKEN,
      measures: [
        ...measuresOf(deps),
        ...backupMeasures(deps),
        ...directoryMeasures(deps),
        ...scimMeasures(deps),
        ...handOverMeasures(deps),
        ...cleaning.measures,
      ],
      translateError: constraintErrors(errorCatalogue),
      maxUploadBytes: settings.STORAGE_MAX_BYTES,
      errors: errorCatalogue,
      languages: offeredLanguages(settings),
      cookies: { domain: settings.COOKIE_DOMAIN, secure: settings.COOKIE_SECURE },
      signInAddress: ({ url }) => ownSignInAddress(settings, url),
      waysOn: {
        home: applicationAddress(settings),
        switchUser: switchUser.path,
        describeUser: request => describeUser(deps, request.actor as Actor | null),
      },
    },
    async app => {
      const route = createRoute(app, deps)
      replayAnswers(app, idempotencyOf(deps))
      documentationRoutes(route, version)
      serveGuides(app, { identity: settings.IDENTITY_URL, tasks: protectedResources(settings)[0] })
      sendRenewedSessions(app, deps)
      sessionRoutes(route, deps)
      authorizeRoutes(route, deps)
      consentRoutes(route, deps)
      applicationRoutes(route, deps)
      endSessionRoutes(route, deps)
      devicePageRoutes(route, deps)
      forwardRoutes(route, deps)
      upstreamRoutes(route, deps)
      await app.register(async oauth => {
        replyWithOAuthErrors(oauth)
        const oauthRoute = createRoute(oauth, deps)
        tokenRoutes(oauthRoute, deps)
        deviceRoutes(oauthRoute, deps)
        clientRegistrationRoutes(oauthRoute, deps)
        announcementRoutes(oauthRoute, oauth, deps)
        groupReadingRoutes(oauthRoute, deps)
        grantEndRoutes(oauthRoute, deps)
      })
      wellKnownRoutes(route, deps)
      userInfoRoutes(route, deps)
      signingKeyRoutes(route, deps)
      clientRoutes(route, deps)
      metadataHostRoutes(route, deps)
      clientClaimRoutes(route, deps)
      verifyEmailRoutes(route, deps)
      passwordResetRoutes(route, deps)
      mailJobRoutes(route, deps)
      auditRoutes(route, deps)
      registrationRoutes(route, deps)
      registerRoutes(route, deps)
      passwordResetPageRoutes(route, deps)
      userRoutes(route, deps)
      erasureRoutes(route, deps)
      offboardingRoutes(route, deps)
      bulkUserRoutes(route, deps)
      userSessionRoutes(route, deps)
      credentialRoutes(route, deps)
      lockoutRoutes(route, deps)
      twoFactorRoutes(route, deps)
      passkeyRoutes(route, deps)
      personalTokenRoutes(route, deps)
      providerRoutes(route, deps)
      providerTestRoutes(route, deps)
      identityRoutes(route, deps)
      roleRoutes(route, deps)
      permissionRoutes(route, deps)
      groupRoutes(route, deps)
      await app.register(async scim => {
        speakScim(scim)
        recordDirectories(scim, deps)
        const scimRoute = createRoute(scim, deps)
        scimUserRoutes(scimRoute, deps)
        scimGroupRoutes(scimRoute, deps)
        schemaRoutes(scimRoute, deps)
      })
      explanationRoutes(route, app, deps)
      contactRoutes(route, deps)
      educationRoutes(route, deps)
      fileRoutes(route, deps)
      referenceDataRoutes(route, deps)
      webhookRoutes(route, deps)
      statisticsRoutes(route, deps, version)
      healthRoutes(route, deps, version)
      tasksPermissionRoutes(route, deps)
      noticeRoutes(route, deps)
      brandingRoutes(route, deps)
      await adminRoutes(app, deps)
    },
  )
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

/** For people who open a page that they have no access to. */
async function describeUser({ db }: Deps, actor: Actor | null) {
  if (!actor || actor.id === null) return undefined
  const { name, surname, email } = await getUser(db, actor.id)
  return `${name} ${surname} (${email})`
}

/** A misspelt role would silently require nothing. */
async function warnOfUnknownRoles({ db, settings, log }: Deps) {
  const unknown = await listUnknownRoles(db, twoFactorRoles(settings))
  if (unknown.length > 0) log.warn({ roles: unknown }, 'TWO_FACTOR_ROLES names roles that do not exist')
}

function dependenciesOf({ settings, db, bus, storage }: Deps): Dependencies {
  return {
    database: { check: () => sql`select 1`.execute(db), isRequired: true },
    events: {
      check: async () => {
        if (!bus.isListening()) throw new Error('the event channel is broken')
      },
    },
    files: { check: storage.check, keepMs: 10_000, isCheckedAtStart: true },
    disk: { check: () => checkFreeSpace(settings), failure: 'low', keepMs: 10_000 },
  }
}

function heartbeatOf({ db, settings, log }: Deps, cleaning: Cleaning) {
  return createHeartbeat({
    db,
    version,
    onError: error => log.warn({ err: error }, 'the state of this instance could not be written'),
    readState: async () => ({
      streams: null,
      lagSeconds: null,
      connections: poolState(db),
      cleanedAt: cleaning.lastAt()?.toISOString() ?? null,
      diskFreeBytes: (await findFullestDisk(settings))?.bytes ?? null,
    }),
  })
}

function measuresOf({ settings, db, replica, bus, keyRing, counters, now }: Deps): Measure[] {
  return [
    ...poolMeasures(db),
    ...replica.measures,
    ...queueMeasures(db),
    consumerMeasure(db, auditOutbox),
    ...webhookMeasures(db),
    shippingMeasure(db, settings),
    diskMeasure(settings),
    {
      name: 'atrium_event_channel_up',
      help: 'Whether messages of other instances arrive',
      read: () => Number(bus.isListening()),
    },
    {
      name: 'atrium_sign_ins_total',
      help: 'Attempts to sign in; blocked ones were refused because of earlier failures',
      type: 'counter',
      label: 'outcome',
      read: counters.signIns.read,
    },
    {
      name: 'atrium_tokens_issued_total',
      help: 'Access tokens issued, by reason',
      type: 'counter',
      label: 'reason',
      read: counters.tokens.read,
    },
    {
      name: 'atrium_token_checks_total',
      help: 'Checks of access tokens, by whether the cache answered',
      type: 'counter',
      label: 'cache',
      read: counters.tokenChecks.read,
    },
    {
      name: 'atrium_signing_key_age_seconds',
      help: 'Since the current signing key began to sign',
      isShared: true,
      read: async () => (now().getTime() - (await keyRing.signing(now())).signsFrom) / 1000,
    },
  ]
}
