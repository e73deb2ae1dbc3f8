import type { Idea } from '@atrium/tasks/feedback/idea.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { Button, Card, Chip, Group, Input, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCreateIdea } from './feedback.queries.ts'
import { ideaTypes } from './feedback-words.ts'

export function IdeaForm() {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCreateIdea(),
    initialValues: { type: 'feature' as Idea['type'], title: '', description: '' },
    toInput: idea => idea,
    onSuccess: () => {
      form.change({ title: '', description: '' })
      notifyOfSuccess(t('feedback.idea.done'))
    },
  })
  return (
    <Card component="form" onSubmit={form.onSubmit} shadow="xs" h="100%">
      <Title order={2} size="h3">
        {t('feedback.idea.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t('feedback.idea.text')}
      </Text>
      <Stack gap="sm" mb="lg">
        <FormError message={form.error} />
        <Input.Wrapper label={t('feedback.idea.type')} labelElement="div">
          <Chip.Group value={form.values.type} onChange={type => form.change({ type: type as Idea['type'] })}>
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
          {...form.field('title')}
          label={t('feedback.idea.name')}
          placeholder={t('feedback.idea.namePlaceholder')}
          required
          maxLength={200}
          autoComplete="off"
        />
        <Textarea
          {...form.field('description')}
          label={t('feedback.idea.description')}
          placeholder={t('feedback.idea.descriptionPlaceholder')}
          required
          maxLength={5000}
          autosize
          minRows={3}
          maxRows={14}
        />
      </Stack>
      <Button type="submit" loading={form.isPending} mt="auto" style={{ alignSelf: 'flex-start' }}>
        {t('feedback.idea.submit')}
      </Button>
    </Card>
  )
}
