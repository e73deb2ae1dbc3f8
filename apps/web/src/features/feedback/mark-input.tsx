import { Group, Rating, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

interface MarkInputProps {
  label: string
  /** 0 while none is chosen. */
  value: number
  error: string | false
  onChange: (mark: number) => void
}

export function MarkInput({ label, value, error, onChange }: MarkInputProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Stack gap={2}>
      <Group justify="space-between" gap={4}>
        <Text fw={500} id={id}>
          {label}
        </Text>
        <Rating
          size="lg"
          color="amber.5"
          role="radiogroup"
          aria-labelledby={id}
          aria-describedby={error ? `${id}-error` : undefined}
          value={value}
          onChange={onChange}
          getSymbolLabel={mark => (mark ? t(`feedback.rating.marks.${mark as 1}`) : '0')}
        />
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" id={`${id}-error`}>
          {error}
        </Text>
      )}
    </Stack>
  )
}
