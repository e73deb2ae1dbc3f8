import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Title } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { InlineText } from './inline-text.tsx'
import { useSaveTask } from './save-task.tsx'
import classes from './task-title.module.css'

export function TaskTitle({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useTranslation()
  const save = useSaveTask()
  const begunFrom = useRef(task.version)
  if (!mayEdit) {
    return (
      <Title order={2} className={classes.title}>
        {task.title}
      </Title>
    )
  }
  return (
    <InlineText
      label={t('tasks.fields.title')}
      value={task.title}
      maxLength={500}
      onBegin={() => {
        begunFrom.current = task.version
      }}
      onSave={title => save({ title }, begunFrom.current)}
      classNames={{ input: classes.title }}
    />
  )
}
