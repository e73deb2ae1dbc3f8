import { contractsOf, endpoint, open } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { signedIn, withScope } from '#access.contract.ts'

const FeedKind = OneOf('mine', 'project', 'view')

export const CalendarFeed = Type.Object({
  id: Id,
  kind: Type.Unsafe<'mine' | 'project' | 'view'>({
    ...FeedKind,
    description: 'The tasks assigned to you, those of a project, or those of a saved view',
  }),
  projectId: Nullable(Id),
  viewId: Nullable(Id),
  name: Nullable({ ...Type.String(), description: 'Of the project or the view; null for `mine`' }),
  url: Nullable({
    ...Type.String(),
    description:
      'What a calendar program subscribes to; null if `TASKS_CLIENT_SECRET` has changed since. Anyone who knows it can read the tasks',
  }),
  createdAt: Instant,
  readAt: Nullable({ ...Instant, description: 'When a program last read it' }),
})
export type CalendarFeed = Static<typeof CalendarFeed>

export const NewCalendarFeed = Body({
  kind: FeedKind,
  projectId: Type.Optional({ ...Id, description: 'For `project`' }),
  viewId: Type.Optional({ ...Id, description: 'For `view`' }),
})
export type NewCalendarFeed = Static<typeof NewCalendarFeed>

/** A feed outlives the token that asks for it, so that reading or writing tasks is not enough. */
const access = withScope('tasks:manage', signedIn)
const contract = contractsOf('Calendar feeds')

export const listCalendarFeeds = contract('listCalendarFeeds', 'GET /calendar-feed', {
  summary: 'List calendar feeds',
  description: 'Your feeds with their addresses, oldest first.',
  access,
  query: ListQuery,
  reply: List(CalendarFeed),
})

export const createCalendarFeed = contract('createCalendarFeed', 'POST /calendar-feed', {
  summary: 'Create a calendar feed',
  description:
    'An address that calendar programs subscribe to. It shows what you can read: it ends when you leave the project, and answers nothing while the project is archived or your account is.',
  access,
  body: NewCalendarFeed,
  reply: Item(CalendarFeed),
  errors: ['project_not_found', 'view_not_found', 'not_a_member', 'project_archived', 'too_many_feeds'],
})

export const deleteCalendarFeed = contract('deleteCalendarFeed', 'DELETE /calendar-feed/:id', {
  summary: 'Delete a calendar feed',
  description: 'Its address stops working at once.',
  access,
  reply: Message,
  errors: ['calendar_feed_not_found'],
})

export const readCalendar = endpoint('readCalendar', 'GET /calendar/:token.ics', {
  tag: 'Calendar feeds',
  summary: 'Read a calendar feed',
  description:
    'Tasks with a date from 90 days ago to 365 days ahead, as RFC 5545: an event for the whole day, or several days, of each task. With `kind=todo` they are to-dos, which Apple Reminders and Thunderbird show. A deleted task is cancelled for 30 days. With the `ETag` of an earlier response in `If-None-Match`, an unchanged calendar is 304.',
  access: open,
  noCors: true,
  params: Type.Object({ token: Type.String({ maxLength: 100 }) }),
  query: Type.Object({ kind: Type.Optional(OneOf('event', 'todo')) }),
  produces: ['text/calendar'],
  statuses: { 304: 'The calendar has not changed (`If-None-Match`)' },
  errors: ['calendar_feed_not_found', 'identity_unavailable'],
})
