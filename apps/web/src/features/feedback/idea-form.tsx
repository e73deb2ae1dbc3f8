import type { Idea } from '@atrium/tasks/feedback/idea.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import {
  Alert,
  Button,
  Card,
  Chip,
  Group,
  Input,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreateIdea } from './feedback.queries.ts'
import { ideaTypes } from './idea-words.ts'

export function IdeaForm() {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useCreateIdea()
  const [type, setType] = useState<Idea['type']>('feature')
  const { fields, rest } = formErrors(error, ['title', 'description'])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entries = new FormData(form)
    const idea = {
      type,
      title: String(entries.get('title')),
      description: String(entries.get('description')),
    }
    mutate(idea, {
      onSuccess: () => {
        form.reset()
        notifyOfSuccess(t('feedback.idea.done'))
      },
    })
  }
  return (
    <Card component="form" onSubmit={submit} onChange={reset} shadow="xs" h="100%">
      <Title order={2} size="h3">
        {t('feedback.idea.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t('feedback.idea.text')}
      </Text>
      <Stack gap="sm" mb="lg">
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join(' ')}
          </Alert>
        )}
        <Input.Wrapper label={t('feedback.idea.type')} labelElement="div">
          <Chip.Group value={type} onChange={next => setType(next as Idea['type'])}>
            <Group gap="xs" role="radiogroup" aria-label={t('feedback.idea.type')}>
              {ideaTypes.map(value => (
                <Chip key={value} value={value} size="sm">
                  {t(`feedback.types.${value}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
        <TextInput
          name="title"
          label={t('feedback.idea.name')}
          placeholder={t('feedback.idea.namePlaceholder')}
          error={fields.title}
          required
          maxLength={200}
          autoComplete="off"
        />
        <Textarea
          name="description"
          label={t('feedback.idea.description')}
          placeholder={t('feedback.idea.descriptionPlaceholder')}
          error={fields.description}
          required
          maxLength={5000}
          autosize
          minRows={3}
          maxRows={14}
        />
      </Stack>
      <Button type="submit" loading={isPending} mt="auto" style={{ alignSelf: 'flex-start' }}>
        {t('feedback.idea.submit')}
      </Button>
    </Card>
  )
}
