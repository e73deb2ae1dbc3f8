import type { CustomField, FieldType } from '@atrium/tasks/fields/field.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { ErrorState } from '@atrium/ui/feedback/states'
import { Alert, Button, Group, Loader, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldTypes } from '../../custom-fields/field-words.ts'
import { typeChangeQuery, useChangeType } from './field.queries.ts'
import { TypeLabel } from './type-label.tsx'

interface ChangeTypeProps {
  field: CustomField
  onClose: () => void
  onCancel: () => void
}

/** Says what the new type keeps and loses before anything is changed. */
export function ChangeType({ field, onClose, onCancel }: ChangeTypeProps) {
  const { t } = useTranslation()
  const [type, setType] = useState<FieldType>()
  const { mutate, isPending } = useChangeType(field)
  const preview = useQuery({ ...typeChangeQuery(field.id, type ?? 'text'), enabled: type !== undefined })
  const isLossy = preview.data !== undefined && preview.data.lost > 0
  const change = () =>
    type &&
    mutate(
      { type, losses: isLossy ? 'drop' : 'refuse' },
      {
        onSuccess: () => {
          onClose()
          notifyOfSuccess(t('fields.changeType.done'))
        },
        onError: () => void preview.refetch(),
      },
    )
  return (
    <Stack>
      <Select
        label={t('fields.changeType.to')}
        description={t('fields.changeType.from', { type: t(`fields.types.${field.type}`) })}
        placeholder={t('fields.choose')}
        data={fieldTypes
          .filter(other => other !== field.type)
          .map(value => ({ value, label: t(`fields.types.${value}`) }))}
        value={type ?? null}
        onChange={value => setType(value as FieldType)}
        renderOption={({ option }) => <TypeLabel type={option.value as FieldType} />}
        allowDeselect={false}
        data-autofocus
      />
      {type && preview.isPending && <Loader size="sm" />}
      {preview.error && <ErrorState error={preview.error} onRetry={preview.refetch} />}
      {type && preview.data && (
        <Alert color={isLossy ? 'red' : 'teal'} variant="light" role="status">
          {(preview.data.kept > 0 || !isLossy) && (
            <Text size="sm">{t('fields.changeType.kept', { count: preview.data.kept })}</Text>
          )}
          {isLossy && (
            <Text size="sm" fw={600}>
              {t('fields.changeType.lost', { count: preview.data.lost })}
            </Text>
          )}
          {isLossy && (
            <Text size="sm" mt={4} lineClamp={3}>
              {t('fields.changeType.examples', {
                examples: preview.data.lostExamples
                  .map(name => t('tasks.activity.quoted', { name }))
                  .join(', '),
              })}
            </Text>
          )}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('fields.changeType.back')}
        </Button>
        <Button
          color={isLossy ? 'red.8' : undefined}
          disabled={!preview.data || type === undefined}
          loading={isPending}
          onClick={change}
        >
          {t(isLossy ? 'fields.changeType.drop' : 'fields.changeType.apply')}
        </Button>
      </Group>
    </Stack>
  )
}
