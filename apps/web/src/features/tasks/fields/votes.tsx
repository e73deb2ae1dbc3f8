import type { Task } from '@atrium/tasks/tasks/task.contract'
import { fullName } from '@atrium/ui/format'
import { IconThumbUp, IconThumbUpFilled } from '@atrium/ui/icons'
import { Button, Group, Input, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../../data/session/current-user.ts'
import classes from './task-fields.module.css'
import { useShownVotes, useVote } from './votes.queries.ts'

interface VotesFieldProps {
  task: Task
  /** Only members of the project have a vote. */
  mayVote: boolean
}

/** The number of votes, with the names on hover and focus, and the own vote. */
export function VotesField({ task, mayVote }: VotesFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const { data: me } = useQuery(currentUserQuery)
  const user = me ?? undefined
  const votes = useShownVotes(task.id, user)
  const vote = useVote(task.id, user)
  const { people = [], count = task.voteCount, hasVoted = false } = votes ?? {}
  const names = people.map(person => fullName(person)).join(', ')
  const rest = count - people.length
  const voters = rest > 0 ? t('tasks.votes.more', { names, count: rest }) : names
  const Icon = hasVoted ? IconThumbUpFilled : IconThumbUp
  const number = count > 0 && (
    <>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{t('tasks.votes.count', { count })}</VisuallyHidden>
    </>
  )
  return (
    <Input.Wrapper label={t('tasks.votes.title')} labelElement="div" labelProps={{ id: `${id}-label` }}>
      <Group className={classes.value} role="group" aria-labelledby={`${id}-label`}>
        <Tooltip
          label={voters}
          multiline
          maw={260}
          events={{ hover: true, focus: true, touch: true }}
          disabled={!voters}
        >
          {mayVote ? (
            <Button
              variant="subtle"
              color="gray"
              c="dimmed"
              fw={400}
              px={6}
              size="compact-sm"
              leftSection={<Icon size={16} stroke={1.75} />}
              rightSection={number}
              aria-describedby={voters ? `${id}-voters` : undefined}
              disabled={!votes}
              onClick={() => vote(!hasVoted)}
            >
              {t(hasVoted ? 'tasks.votes.withdraw' : 'tasks.votes.vote')}
            </Button>
          ) : (
            <Text size="sm" c="dimmed" px={6}>
              {t('tasks.votes.count', { count })}
            </Text>
          )}
        </Tooltip>
        {voters && <VisuallyHidden id={`${id}-voters`}>{voters}</VisuallyHidden>}
      </Group>
    </Input.Wrapper>
  )
}
