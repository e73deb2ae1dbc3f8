import { getFullBoard } from '@atrium/tasks/boards/full-board.contract'
import { getNavigation } from '@atrium/tasks/boards/navigation.contract'
import {
  countUnreadNotifications,
  listNotifications,
  readNotification,
} from '@atrium/tasks/notifications/notification.contract'
import { listProjectActivity } from '@atrium/tasks/projects/activity.contract'
import { getOverview } from '@atrium/tasks/reports/overview.contract'
import { getFlowReport, getThroughputReport } from '@atrium/tasks/reports/report.contract'
import { getStartup } from '@atrium/tasks/startup/startup.contract'
import { listChecklist } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { listComments } from '@atrium/tasks/tasks/comments/comment.contract'
import { listRelations } from '@atrium/tasks/tasks/relations/relation.contract'
import { summarizeTasks } from '@atrium/tasks/tasks/summary/task-summary.contract'
import { getTask, listTasks } from '@atrium/tasks/tasks/task.contract'
import { type Activity, hasTasks, pickTask } from './activity.ts'

/** How many cards of a column the web application asks for when it opens a board. */
const PER_COLUMN = 2000

export const readingActivities: Activity[] = [
  {
    name: 'open the application',
    weight: 3,
    run: async ({ call }) => {
      await Promise.all([call(getStartup), call(getNavigation)])
    },
  },
  {
    name: 'open a board',
    weight: 10,
    right: 'project.read',
    run: async ({ call, project, ledger }) => {
      const askedAt = performance.now()
      const query = { perColumn: PER_COLUMN, withProject: true }
      const { item } = await call(getFullBoard, { params: { id: project.boardId }, query })
      const cards = item.columns.flatMap(({ tasks }) => tasks)
      const isWhole = item.columns.every(({ tasks }) => tasks.length < PER_COLUMN)
      if (isWhole) ledger.sawBoard(project.id, cards, askedAt)
      else ledger.saw(cards, askedAt)
    },
  },
  {
    name: 'open a task',
    weight: 10,
    right: 'project.read',
    isPossible: hasTasks,
    run: async desk => {
      const { call, ledger } = desk
      const params = { id: pickTask(desk).id }
      const askedAt = performance.now()
      const [{ item }] = await Promise.all([
        call(getTask, { params }),
        call(listComments, { params }),
        call(listChecklist, { params }),
        call(listRelations, { params }),
      ])
      ledger.saw([item], askedAt)
    },
  },
  {
    name: 'list tasks',
    weight: 5,
    right: 'project.read',
    run: async ({ call, project, ledger }) => {
      const askedAt = performance.now()
      const { items } = await call(listTasks, {
        query: { projectId: String(project.id), orderBy: '-updatedAt', limit: 100 },
      })
      ledger.saw(items, askedAt)
    },
  },
  {
    name: 'my work',
    weight: 4,
    run: async ({ call, ledger }) => {
      const askedAt = performance.now()
      const query = { assigneeId: 'me', completed: false, orderBy: 'dueDate' }
      const [{ items }] = await Promise.all([
        call(listTasks, { query }),
        call(summarizeTasks, { query: { assigneeId: 'me' } }),
      ])
      ledger.saw(items, askedAt)
    },
  },
  {
    name: 'search',
    weight: 2,
    run: ({ call }) => call(listTasks, { query: { search: 'task', limit: 20 } }),
  },
  {
    name: 'read notifications',
    weight: 4,
    races: ['notification_not_found'], // a newer one has taken its place
    run: async ({ call }) => {
      const [{ items }] = await Promise.all([
        call(listNotifications, { query: { limit: 20 } }),
        call(countUnreadNotifications),
      ])
      const unread = items.find(({ readAt }) => readAt === null)
      if (unread) await call(readNotification, { params: { id: unread.id } })
    },
  },
  {
    name: 'read a report',
    weight: 2,
    right: 'project.read',
    run: async ({ call, project }) => {
      const params = { id: project.id }
      await Promise.all([
        call(getOverview, { params }),
        call(getFlowReport, { params }),
        call(getThroughputReport, { params }),
      ])
    },
  },
  {
    name: 'read the activity',
    weight: 2,
    right: 'project.read',
    run: ({ call, project }) =>
      call(listProjectActivity, { params: { id: project.id }, query: { limit: 50 } }),
  },
]
