import { version } from '@atrium/core/version'
import { type ApiDescription, conventions } from '@atrium/http/openapi/openapi'
import { sessionCookiesSet } from '#sign-in/sign-in.contract.ts'
import type { Settings } from './settings.ts'

/** The chapters of the API description, in reading order. */
const chapters = {
  'Sign-in': 'Sign-in at the identity service, and sign-out.',
  Users: 'Users of this service and their settings.',
  Roles: 'Roles of this service.',
  'User roles': 'Which user has which role.',
  Permissions: 'What roles can grant.',
  'Mail queue': 'Emails that have not been sent yet.',
  Audit: 'Who changed things of the whole installation.',
  Projects: 'Projects and their activity.',
  Members: 'Who takes part in a project: viewer, member, manager, owner.',
  Teams: 'Groups of the identity service whose members take part in a project.',
  Invitations: 'Inviting people to a project by email.',
  Boards: 'Boards and their columns.',
  'Saved views': 'Filters with their order, groups and columns.',
  'Custom fields': 'Fields that a project defines for its tasks.',
  Cycles: 'Periods that tasks are planned into, and milestones.',
  Tasks: 'Tasks, their place on a board and the trash.',
  Recurrence: 'Tasks that repeat.',
  Comments: 'Discussion on a task.',
  Checklists: 'Steps of a task.',
  'Sub-tasks': 'Tasks that are part of another task.',
  Relations: 'Tasks that block, relate to or duplicate others.',
  Templates: 'What tasks, boards and projects can be created from.',
  Import: 'Tasks of other programs.',
  Git: 'Repositories of a project, and the commits and pull requests of its tasks.',
  Automations: 'Rules of a project: what is done automatically, when, and to which tasks.',
  Stickers: 'Colored labels on tasks.',
  'Task priorities': 'How urgent a task can be.',
  Attachments: 'Files on tasks.',
  Activity: 'What happened to a task.',
  'Time tracking': 'Timers, manual time and reports.',
  Reports: 'How a project is doing, and how its work flows.',
  Planning: 'What you plan to do on which day, and how much work people have.',
  'Calendar feeds': 'Addresses at which calendar programs read tasks.',
  Agents:
    'Applications that act for you through the MCP server: what they did, stop, undo, and what they propose.',
  'Share links': 'Boards that anyone with a link can read.',
  'Intake forms': 'Public forms whose entries become tasks.',
  Webhooks: 'Events of a project for other programs and chats.',
  Notifications: 'Notifications and how they are delivered.',
  Events: 'The live stream of notifications and board changes.',
  Feedback: 'Ratings and ideas about the product.',
  Branding: 'Name, color, logo and legal links of the installation, as the identity service has them.',
  Pages: 'Pages for people, and the files they load.',
  Operations: 'Health checks and metrics.',
}
const developmentChapter = { Development: 'Only with `NODE_ENV=development`.' }

/** What the API description says about the service as a whole. */
export function describeApi(settings: Settings): ApiDescription {
  return {
    title: 'Atrium task service',
    description: `Projects, boards, tasks, time and live notifications. Sign-in is at the identity service.

${conventions} An expired session is refreshed automatically while \`app_refresh_token\` is valid. Every path also works with the prefix \`/api/v1\`.`,
    version,
    serverUrl: settings.TASKS_URL,
    sessionCookies: ['app_access_token', 'app_refresh_token'],
    refreshedCookies: `Only if an expired session was refreshed. ${sessionCookiesSet}`,
    tags: settings.NODE_ENV === 'development' ? { ...chapters, ...developmentChapter } : chapters,
  }
}
