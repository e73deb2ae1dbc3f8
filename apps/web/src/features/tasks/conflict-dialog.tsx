import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictField } from './conflict-field.tsx'
import type { TaskFields } from './task.queries.ts'

export type Decision = { keep: 'mine'; fields: TaskFields } | { keep: 'theirs' } | { keep: 'none' }

interface ConflictDialogProps {
  current: Task
  given: TaskFields
  onDecide: (decision: Decision) => void
}

/** Somebody else has stored another text meanwhile: both are shown, and neither is lost by itself. */
export function ConflictDialog({ current, given, onDecide }: ConflictDialogProps) {
  const { t } = useTranslation()
  const [merged, setMerged] = useState<string>()
  const isMerging = merged !== undefined
  const keepMine = () =>
    onDecide({ keep: 'mine', fields: isMerging ? { ...given, description: merged } : given })
  return (
    <Modal
      opened
      onClose={() => onDecide({ keep: 'none' })}
      title={t('tasks.conflict.title')}
      size="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      zIndex={310}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('tasks.conflict.text')}
        </Text>
        {(Object.keys(given) as (keyof TaskFields)[]).map(field => (
          <ConflictField
            key={field}
            field={field}
            task={current}
            theirs={current[field]}
            mine={given[field]}
            merged={field === 'description' ? merged : undefined}
            onMerge={setMerged}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          {'description' in given && !isMerging && (
            <Button variant="subtle" onClick={() => setMerged(given.description ?? '')}>
              {t('tasks.conflict.merge')}
            </Button>
          )}
          <Button variant="default" onClick={() => onDecide({ keep: 'theirs' })}>
            {t('tasks.conflict.takeTheirs')}
          </Button>
          <Button onClick={keepMine} data-autofocus>
            {t(isMerging ? 'tasks.conflict.saveMerged' : 'tasks.conflict.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
