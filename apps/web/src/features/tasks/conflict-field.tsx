import type { Task } from '@atrium/tasks/tasks/task.contract'
import { SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './conflict-field.module.css'
import type { TaskFields } from './task.queries.ts'
import { useTaskWords } from './task-words.ts'

interface ConflictFieldProps {
  field: keyof TaskFields
  task: Task
  theirs: unknown
  mine: unknown
  merged: string | undefined
  onMerge: (text: string) => void
}

export function ConflictField({ field, task, theirs, mine, merged, onMerge }: ConflictFieldProps) {
  const { t } = useTranslation()
  const wordsFor = useTaskWords(task)
  return (
    <section>
      <Text component="h3" fw={600} size="sm" mb={6}>
        {t(`tasks.fields.${field}`)}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Side label={t('tasks.conflict.theirs')} text={wordsFor(field, theirs)} />
        {merged === undefined ? (
          <Side label={t('tasks.conflict.mine')} text={wordsFor(field, mine)} />
        ) : (
          <Textarea
            label={t('tasks.conflict.merged')}
            labelProps={{ size: 'xs', fw: 500, c: 'dimmed' }}
            value={merged}
            onChange={event => onMerge(event.currentTarget.value)}
            autosize
            minRows={6}
            maxRows={16}
            data-autofocus
          />
        )}
      </SimpleGrid>
    </section>
  )
}

function Side({ label, text }: { label: string; text: string }) {
  const id = useId()
  return (
    <Stack gap={4}>
      <Text size="xs" fw={500} c="dimmed" id={id}>
        {label}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard too */}
      <section className={classes.text} aria-labelledby={id} tabIndex={0}>
        {text}
      </section>
    </Stack>
  )
}
