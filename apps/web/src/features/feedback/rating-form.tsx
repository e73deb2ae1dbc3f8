import type { NewRating } from '@atrium/tasks/feedback/rating.contract'
import { Button, Card, Stack, Text, Textarea, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { aspects } from './aspects.ts'
import { useRate } from './feedback.queries.ts'
import { MarkInput } from './mark-input.tsx'
import { RatingThanks } from './rating-thanks.tsx'

type Marks = Partial<Pick<NewRating, (typeof aspects)[number]>>

export function RatingForm() {
  const { t } = useTranslation()
  const { mutate, isPending, isSuccess, reset } = useRate()
  const [marks, setMarks] = useState<Marks>({})
  const [comment, setComment] = useState('')
  const [isAsked, setIsAsked] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
    if (isComplete(marks)) mutate({ ...marks, comment })
  }
  if (isSuccess) return <RatingThanks onChange={reset} />
  return (
    <Card component="form" onSubmit={submit} shadow="xs" h="100%" noValidate>
      <Title order={2} size="h3">
        {t('feedback.rating.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t('feedback.rating.text')}
      </Text>
      <Stack gap="sm" mb="lg">
        {aspects.map(aspect => (
          <MarkInput
            key={aspect}
            label={t(`feedback.aspects.${aspect}`)}
            value={marks[aspect] ?? 0}
            error={isAsked && !marks[aspect] && t('feedback.rating.missing')}
            onChange={mark => setMarks({ ...marks, [aspect]: mark })}
          />
        ))}
        <Textarea
          label={t('feedback.rating.comment')}
          placeholder={t('feedback.rating.commentPlaceholder')}
          value={comment}
          onChange={event => setComment(event.currentTarget.value)}
          maxLength={2000}
          autosize
          minRows={3}
          maxRows={10}
        />
      </Stack>
      <Button type="submit" loading={isPending} mt="auto" style={{ alignSelf: 'flex-start' }}>
        {t('feedback.rating.submit')}
      </Button>
    </Card>
  )
}

function isComplete(marks: Marks): marks is Required<Marks> {
  return aspects.every(aspect => marks[aspect])
}
