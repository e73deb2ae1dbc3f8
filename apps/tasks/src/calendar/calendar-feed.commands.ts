import { randomBytes } from 'node:crypto'
import type { Page } from '@atrium/core/paging'
import { openText, sealText } from '@atrium/core/sealed-text'
import { sha256 } from '@atrium/core/sha256'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { lockUser } from '#administration/user.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { refuseArchived, requireRight } from '#projects/require-right.ts'
import type { Settings } from '#settings.ts'
import { findVisibleView } from '#views/saved-view.queries.ts'
import type { CalendarFeed, NewCalendarFeed } from './calendar-feed.contract.ts'
import * as queries from './calendar-feed.queries.ts'

const MAX_FEEDS = 100
const TOKEN_BYTES = 32
const PURPOSE = 'calendar feed'

export async function listFeeds({ db, settings }: Deps, actor: Actor, page: Page) {
  const { items, _meta } = await queries.listFeeds(db, actor.id, page)
  return { items: items.map(feed => withAddress(settings, feed)), _meta }
}

export function createFeed(deps: Deps, actor: Actor, input: NewCalendarFeed): Promise<CalendarFeed> {
  return inTransaction(deps, async tx => {
    const subject = await requireSubject(tx, actor, input)
    await lockUser(tx, actor.id)
    if ((await queries.countFeeds(tx, actor.id)) >= MAX_FEEDS)
      throw new Conflict('too_many_feeds', { limit: MAX_FEEDS })
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const id = await queries.insertFeed(tx, {
      ...subject,
      userId: actor.id,
      digest: sha256(token),
      sealedToken: sealText(deps.settings.TASKS_CLIENT_SECRET, PURPOSE, token),
      createdAt: deps.now().toISOString(),
    })
    await audit(deps, tx, actor, { action: 'calendar_feed.created', ...named(id), details: subject })
    return withAddress(deps.settings, await queries.getFeed(tx, id))
  })
}

export function deleteFeed(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const deleted = await queries.deleteFeed(tx, actor.id, id)
    if (!deleted) throw new NotFound('calendar_feed_not_found')
    await audit(deps, tx, actor, { action: 'calendar_feed.deleted', ...named(id), details: deleted })
  })
}

function named(subjectId: number) {
  return { subjectType: 'calendar_feed', subjectId }
}

/** What the feed shows; the user has to be able to read it. */
async function requireSubject(tx: Database, actor: Actor, { kind, projectId, viewId }: NewCalendarFeed) {
  if (kind === 'mine') return { kind, projectId: null, viewId: null }
  if (kind === 'project') {
    if (projectId === undefined) throw new ValidationFailed({ projectId: 'required' })
    await requireProject(tx, actor, projectId)
    return { kind, projectId, viewId: null }
  }
  if (viewId === undefined) throw new ValidationFailed({ viewId: 'required' })
  const view = await findVisibleView(tx, actor.id, viewId)
  if (!view) throw new NotFound('view_not_found')
  if (view.projectId !== null) await requireProject(tx, actor, view.projectId)
  return { kind, projectId: view.projectId, viewId }
}

/** An archived project has no feeds, although its tasks can be read. */
export async function requireProject(db: Database, actor: Actor, projectId: number) {
  const access = await findProjectAccess(db, actor.id, projectId)
  if (!access) throw new NotFound('project_not_found')
  requireRight(actor, access, 'project.read')
  refuseArchived(access)
}

type Sealed = Omit<CalendarFeed, 'url'> & { sealedToken: string }

function withAddress({ TASKS_URL, TASKS_CLIENT_SECRET }: Settings, { sealedToken, ...feed }: Sealed) {
  const token = openToken(TASKS_CLIENT_SECRET, sealedToken)
  return { ...feed, url: token === undefined ? null : `${TASKS_URL}/calendar/${token}.ics` }
}

/** Undefined if it was sealed with a former secret. */
function openToken(secret: string, sealed: string) {
  try {
    return openText(secret, PURPOSE, sealed)
  } catch {
    return undefined
  }
}
