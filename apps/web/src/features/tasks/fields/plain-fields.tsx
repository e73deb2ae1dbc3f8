import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { daysUntil } from '../../../data/days.ts'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { PeopleAvatars } from '../../../data/people/people-avatars.tsx'
import { prioritiesQuery } from '../../../data/planning/priorities.ts'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { membersQuery } from '../../../data/projects/projects.ts'
import { isSafeLink } from '../../../safe-addresses.ts'
import { useCustomFieldWords, useTaskWords } from '../words/task-words.ts'
import classes from './task-fields.module.css'

const RecurrenceText = lazy(async () => ({
  default: (await import('./repeat-field.tsx')).RecurrenceText,
}))

/** The fields for those who can only read: text, nothing that looks as if it could be edited. */
export function PlainFields({ task, board }: { task: Task; board: FullBoard }) {
  const { t } = useTranslation()
  const wordsFor = useTaskWords(task)
  const custom = useCustomFieldWords(task)
  const today = useToday()
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const assigneeIds = assigneeIdsOf(task)
  const assignees = assigneeIds.flatMap(id => members.find(({ userId }) => userId === id)?.user ?? [])
  const priority = priorities.find(({ id }) => id === task.priorityId)
  const isOverdue = task.dueDate && !task.completedAt && daysUntil(task.dueDate, today) < 0
  return (
    <dl className={classes.plain}>
      <Field label={t('tasks.fields.columnId')}>
        {board.columns.find(({ id }) => id === task.columnId)?.title}
      </Field>
      <Field label={t('tasks.fields.assigneeId')}>
        {assigneeIds.length === 0 ? (
          t('tasks.fields.nobody')
        ) : (
          <Group gap="xs" wrap="nowrap">
            {assignees.length > 0 && <PeopleAvatars people={assignees} size={22} />}
            {assigneeIds.map(id => wordsFor('assigneeId', id)).join(', ')}
          </Group>
        )}
      </Field>
      <Field label={t('tasks.fields.priorityId')}>
        <Group gap="xs" wrap="nowrap">
          {priority && <PriorityIcon priority={priority} />}
          {wordsFor('priorityId', task.priorityId)}
        </Group>
      </Field>
      <Field label={t('tasks.fields.startDate')}>{wordsFor('startDate', task.startDate)}</Field>
      <Field label={t('tasks.fields.dueDate')}>
        {wordsFor('dueDate', task.dueDate)}
        {isOverdue && (
          <Text span inherit c="var(--mantine-color-error)">
            {` · ${t('tasks.fields.overdue')}`}
          </Text>
        )}
      </Field>
      {task.recurrenceId !== null && (
        <Suspense>
          <Field label={t('recurrence.label')}>
            <RecurrenceText task={task} />
          </Field>
        </Suspense>
      )}
      <Field label={t('tasks.fields.estimateSeconds')}>
        {wordsFor('estimateSeconds', task.estimateSeconds)}
      </Field>
      {task.cycleId !== null && (
        <Field label={t('tasks.fields.cycleId')}>{wordsFor('cycleId', task.cycleId)}</Field>
      )}
      {board.customFields.map(({ id, name, type }) => (
        <Field key={id} label={name}>
          {type === 'url' && isSafeLink(String(task.fields[id])) ? (
            <Anchor href={String(task.fields[id])} target="_blank" rel="noopener noreferrer" inherit>
              {custom.wordsOf(id, task.fields[id] ?? null)}
            </Anchor>
          ) : (
            custom.wordsOf(id, task.fields[id] ?? null)
          )}
        </Field>
      ))}
    </dl>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
