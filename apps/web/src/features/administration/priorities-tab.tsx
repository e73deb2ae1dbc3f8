import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { Badge, ColorInput, NumberInput, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { prioritiesQuery } from '../../data/planning/priorities.ts'
import { PriorityIcon } from '../../data/planning/priority-icon.tsx'
import { swatches } from '../../data/tasks/tasks.ts'
import { useDeletePriority, useSavePriority } from './priority.queries.ts'

export function PrioritiesTab() {
  const { t } = useTranslation()
  return (
    <CrudList
      query={useQuery(prioritiesQuery)}
      text={t('administration.priorities.text')}
      createLabel={t('administration.priorities.create')}
      row={priority => {
        const { name, level, isDefault } = priority
        return {
          mark: <PriorityIcon priority={priority} size={20} />,
          name,
          facts: (
            <>
              <Text size="sm" c="dimmed">
                {t('administration.priorities.levelOf', { level })}
              </Text>
              {isDefault && <Badge color="teal">{t('administration.priorities.default')}</Badge>}
            </>
          ),
          editLabel: t('administration.priorities.edit', { name }),
          deleteLabel: t('administration.priorities.delete', { name }),
          mayDelete: !isDefault,
        }
      }}
      form={(priority, close) => <PriorityForm priority={priority} onClose={close} />}
      deletion={{
        mutation: useDeletePriority(),
        question: ({ name }) => ({
          title: t('administration.priorities.deleteTitle', { name }),
          text: t('administration.priorities.deleteText'),
          action: t('actions.delete'),
        }),
        doneMessage: () => t('administration.priorities.deleted'),
        explain: () => ({ conflict: t('administration.priorities.inUse') }),
      }}
    />
  )
}

interface PriorityFormProps {
  priority: TaskPriority | undefined
  onClose: () => void
}

function PriorityForm({ priority, onClose }: PriorityFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useSavePriority(),
    initialValues: {
      name: priority?.name ?? '',
      level: priority?.level ?? 50,
      color: priority?.color ?? swatches[5] ?? '',
      isDefault: priority?.isDefault ?? false,
    },
    toInput: ({ name, level, color, isDefault }) => ({
      id: priority?.id,
      name,
      level: Number(level),
      color,
      ...(isDefault && !priority?.isDefault && { isDefault }),
    }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('administration.priorities.saved'))
    },
    explain: { conflict: t('administration.priorities.taken') },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('administration.priorities.name')}
        required
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
      <NumberInput
        {...form.field('level')}
        label={t('administration.priorities.level')}
        min={0}
        max={1000}
        allowDecimal={false}
        required
      />
      <ColorInput
        {...form.field('color')}
        label={t('administration.priorities.color')}
        swatches={swatches}
        format="hex"
        withEyeDropper={false}
        required
      />
      <Switch
        {...form.toggle('isDefault')}
        label={t('administration.priorities.isDefault')}
        description={t('administration.priorities.isDefaultText')}
        disabled={priority?.isDefault}
      />
    </DialogForm>
  )
}
