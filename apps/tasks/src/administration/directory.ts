import { type RawBuilder, sql } from 'kysely'
import { Forbidden } from '#errors.ts'
import type { Settings } from '#settings.ts'
import type { Actor } from './actor.ts'

/** Each of these permissions shows the email addresses and passport ids of all users, and finds users by them. */
const contactPermissions = ['projects.manage.any', 'users.sync', 'user_roles.manage']

/** A user who looks at other users. */
export interface Viewer {
  id: number
  /** Manages users, roles or every project, and sees all contacts. */
  isAdministrator: boolean
  managesEveryProject: boolean
  directory: Settings['DIRECTORY']
}

export function viewerOf(actor: Actor, { settings }: { settings: Settings }): Viewer {
  return {
    id: actor.id,
    isAdministrator: contactPermissions.some(name => actor.permissions.has(name)),
    managesEveryProject: actor.permissions.has('projects.manage.any'),
    directory: settings.DIRECTORY,
  }
}

/** An empty list would say that there is no such user. */
export function requireContactFilters(
  { isAdministrator }: Viewer,
  filters: { email?: string; passportId?: number },
) {
  const [field] = (['email', 'passportId'] as const).filter(name => filters[name] !== undefined)
  if (isAdministrator || !field) return
  throw new Forbidden('filter_not_allowed', { field, permissions: contactPermissions })
}

/**
 * Whether the viewer can see the user of a query's row: everyone can, unless DIRECTORY=shared. Robots are no secret. Guests see and
 * are seen by the people of their projects only.
 */
export function isListedFor({ id, isAdministrator, directory }: Viewer) {
  if (isAdministrator) return sql<boolean>`true`
  const sharesProject = sql<boolean>`(users.id = ${id} or exists (
    select from project_members as mine join project_members as theirs on theirs.project_id = mine.project_id
    where mine.user_id = ${id} and theirs.user_id = users.id))`
  const isNoGuest = sql<boolean>`not users.is_guest
    and not exists (select from users as viewer where viewer.id = ${id} and viewer.is_guest)`
  return directory === 'shared'
    ? sql<boolean>`(users.client_id is not null and ${isNoGuest} or ${sharesProject})`
    : sql<boolean>`(users.archived_at is null and ${isNoGuest} or ${sharesProject})`
}

/**
 * Whether the viewer also sees the user's email address and passport id: their own, everyone's as an administrator, and
 * as a manager those of members who joined the project by an invitation to that address.
 */
export function showsContactsTo({ id, isAdministrator, managesEveryProject }: Viewer) {
  if (isAdministrator) return sql<boolean>`true`
  const invitations = invitationsSeenBy(id, sql.lit(managesEveryProject))
  return sql<boolean>`(users.id = ${id} or exists (select ${invitations}))`
}

export interface ViewerFlags {
  isAdministrator: RawBuilder<boolean>
  managesEveryProject: RawBuilder<boolean>
}

/** The same in a statement for all viewers and few users: with `exists`, PostgreSQL might read all members of all projects. */
export function showsContacts(id: number, { isAdministrator, managesEveryProject }: ViewerFlags) {
  const invitations = invitationsSeenBy(id, managesEveryProject)
  return sql<boolean>`(${isAdministrator} or users.id = ${id} or (select true ${invitations} limit 1))`
}

function invitationsSeenBy(id: number, managesEveryProject: RawBuilder<boolean>) {
  return sql`from project_members as theirs
    where theirs.user_id = users.id and lower(theirs.invited_email) = lower(users.email) and (${managesEveryProject}
      or exists (select from project_members as mine where mine.project_id = theirs.project_id
        and mine.user_id = ${id} and mine.role in ('manager', 'owner')))`
}
