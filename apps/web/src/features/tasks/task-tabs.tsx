import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Badge, Tabs } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Comments } from './comments/comments.tsx'

const TaskActivity = lazy(() =>
  import('./activity/task-activity.tsx').then(({ TaskActivity }) => ({ default: TaskActivity })),
)

interface TaskTabsProps {
  task: Task
  user: CurrentUser
  mayEdit: boolean
  mayManage: boolean
  /** The content of the time tab. */
  time: ReactNode
}

export function TaskTabs({ task, user, mayEdit, mayManage, time }: TaskTabsProps) {
  const { t } = useTranslation()
  // All three fit next to each other on a small phone.
  const tab = { px: { base: 6, xs: 'md' } }
  return (
    <Tabs defaultValue="comments" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab
          {...tab}
          value="comments"
          rightSection={task.commentCount > 0 && <Badge size="sm">{task.commentCount}</Badge>}
        >
          {t('tasks.comments.title')}
        </Tabs.Tab>
        <Tabs.Tab {...tab} value="activity">
          {t('tasks.activity.title')}
        </Tabs.Tab>
        <Tabs.Tab {...tab} value="time">
          {t('tasks.time')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="comments">
        <Comments task={task} user={user} mayEdit={mayEdit} mayManage={mayManage} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <Suspense>
          <TaskActivity task={task} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="time">{time}</Tabs.Panel>
    </Tabs>
  )
}
