import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Original, useSaveAsTemplate } from './template.queries.ts'

interface SaveTemplateProps {
  original: Original
  isOpen: boolean
  onClose: () => void
}

export function SaveTemplateDialog({ original, isOpen, onClose }: SaveTemplateProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t(`templates.save.title.${original.kind}`)} isOpen={isOpen} onClose={onClose}>
      <SaveTemplateForm original={original} onClose={onClose} />
    </Dialog>
  )
}

function SaveTemplateForm({ original, onClose }: Omit<SaveTemplateProps, 'isOpen'>) {
  const { t } = useTranslation()
  const { kind, name } = original
  const form = useMutationForm({
    mutation: useSaveAsTemplate(original),
    initialValues: { name: name.slice(0, 100), description: '', isShared: false, withTasks: true },
    toInput: values => ({
      ...values,
      name: values.name.trim(),
      description: values.description.trim() || null,
    }),
    onSuccess: ({ item }) => {
      onClose()
      notifyOfSuccess(t('templates.save.done', { name: item.name }))
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('templates.save.submit')} onCancel={onClose}>
      <Text size="sm" c="dimmed">
        {t(`templates.save.text.${kind}`)}
      </Text>
      <TextInput
        {...form.field('name')}
        label={t('templates.name')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        {...form.field('description')}
        label={t('templates.description')}
        maxLength={500}
        maxRows={6}
      />
      <Switch {...form.toggle('withTasks')} label={t(`templates.save.withTasks.${kind}`)} />
      {kind === 'project' && (
        <Switch
          {...form.toggle('isShared')}
          label={t('templates.share')}
          description={t('templates.shareHint')}
        />
      )}
    </DialogForm>
  )
}
