import type { FieldType } from '@atrium/tasks/fields/field.contract'
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldIcons } from '../../custom-fields/field-words.ts'

export function TypeLabel({ type }: { type: FieldType }) {
  const { t } = useTranslation()
  const Icon = fieldIcons[type]
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={16} stroke={1.75} aria-hidden />
      <Text size="sm">{t(`fields.types.${type}`)}</Text>
    </Group>
  )
}
