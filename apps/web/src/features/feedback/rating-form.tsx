import { aspects } from '@atrium/tasks/feedback/rating.contract'
import { EmptyState } from '@atrium/ui/feedback/states'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { IconStar } from '@atrium/ui/icons'
import { Button, Card, Group, Rating, Stack, Text, Textarea, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useRate } from './feedback.queries.ts'

export function RatingForm() {
  const { t } = useTranslation()
  const rate = useRate()
  const required = (mark: number) => (mark === 0 ? t('feedback.rating.missing') : null)
  const form = useMutationForm({
    mutation: rate,
    initialValues: { speed: 0, functionality: 0, design: 0, usability: 0, comment: '' },
    toInput: rating => rating,
    validate: { speed: required, functionality: required, design: required, usability: required },
  })
  if (rate.isSuccess) return <RatingThanks onChange={rate.reset} />
  return (
    <Card component="form" onSubmit={form.onSubmit} shadow="xs" h="100%" noValidate>
      <Title order={2} size="h3">
        {t('feedback.rating.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t('feedback.rating.text')}
      </Text>
      <Stack gap="sm" mb="lg">
        <FormError message={form.error} />
        {aspects.map(aspect => (
          <MarkInput
            key={aspect}
            label={t(`feedback.aspects.${aspect}`)}
            {...form.field(aspect)}
            value={form.values[aspect]}
          />
        ))}
        <Textarea
          {...form.field('comment')}
          label={t('feedback.rating.comment')}
          placeholder={t('feedback.rating.commentPlaceholder')}
          maxLength={2000}
          minRows={3}
          maxRows={10}
        />
      </Stack>
      <Button type="submit" loading={form.isPending} mt="auto" style={{ alignSelf: 'flex-start' }}>
        {t('feedback.rating.submit')}
      </Button>
    </Card>
  )
}

interface MarkInputProps {
  name: string
  label: string
  /** 0 if none is chosen. */
  value: number
  error?: string
  onChange: (mark: number) => void
}

function MarkInput({ name, label, value, error, onChange }: MarkInputProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Stack gap={2} data-path={name}>
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

function RatingThanks({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation()
  return (
    <Card shadow="xs" h="100%" role="status">
      <EmptyState
        color="amber"
        icon={IconStar}
        title={t('feedback.rating.thanks')}
        text={t('feedback.rating.thanksText')}
      >
        <Button variant="default" onClick={onChange}>
          {t('feedback.rating.change')}
        </Button>
      </EmptyState>
    </Card>
  )
}
