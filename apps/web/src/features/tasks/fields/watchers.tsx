import type { Task } from '@atrium/tasks/tasks/task.contract'
import {
  getTaskWatch,
  type TaskWatch,
  unwatchTask,
  watchTask,
} from '@atrium/tasks/tasks/watch/watch.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fullName } from '@atrium/ui/format'
import { IconEye, IconEyeOff } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Avatar, Button, Group, Input, Tooltip, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api, itemQuery } from '../../../api.ts'
import classes from './task-fields.module.css'

const MAX_AVATARS = 5

/** Who is notified about the task. Anyone who can read it can watch it. */
export function WatchersField({ task }: { task: Task }) {
  const { t } = useTranslation()
  const id = useId()
  const { data: watch } = useQuery(watchQuery(task.id))
  const toggle = useToggleWatch(task.id)
  const isWatching = toggle.isPending ? toggle.variables : watch?.isWatching
  const Icon = isWatching ? IconEyeOff : IconEye
  return (
    <Input.Wrapper label={t('tasks.watch.title')} labelElement="div" labelProps={{ id }}>
      <Group className={classes.value} gap={6} role="group" aria-labelledby={id}>
        {watch && watch.watchers.length > 0 && <Watchers people={watch.watchers} />}
        <Tooltip label={t('tasks.watch.hint')} multiline maw={260}>
          <Button
            variant="subtle"
            color="gray"
            c="dimmed"
            fw={400}
            px={6}
            size="compact-sm"
            leftSection={<Icon size={16} stroke={1.75} />}
            disabled={!watch}
            onClick={() => toggle.mutate(!isWatching)}
          >
            {t(isWatching ? 'tasks.watch.stop' : 'tasks.watch.start')}
          </Button>
        </Tooltip>
      </Group>
    </Input.Wrapper>
  )
}

type People = TaskWatch['watchers']

function Watchers({ people }: { people: People }) {
  const names = people.map(person => fullName(person))
  const rest = people.length - MAX_AVATARS
  return (
    <Tooltip label={names.join(', ')} multiline maw={260}>
      <div>
        <VisuallyHidden>{names.join(', ')}</VisuallyHidden>
        <Avatar.Group spacing={8} aria-hidden="true">
          {people.slice(0, MAX_AVATARS).map(person => (
            <PersonAvatar key={person.id} person={person} size={22} />
          ))}
          {rest > 0 && <Avatar size={22}>+{rest}</Avatar>}
        </Avatar.Group>
      </div>
    </Tooltip>
  )
}

function watchQuery(taskId: number) {
  return itemQuery(['task', taskId, 'watch'], getTaskWatch, { params: { id: taskId } })
}

function useToggleWatch(taskId: number) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isWatching: boolean) =>
      api(isWatching ? watchTask : unwatchTask, { params: { id: taskId } }),
    onSuccess: ({ item }, isWatching) => {
      queryClient.setQueryData(watchQuery(taskId).queryKey, item)
      notifyOfSuccess(t(isWatching ? 'tasks.watch.started' : 'tasks.watch.stopped'))
    },
  })
}
