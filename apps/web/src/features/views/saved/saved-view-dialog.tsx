import type { SavedView } from '@atrium/tasks/views/saved-view.contract'
import { RecordDialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { savedFields, type ViewState } from '../view/view-state.ts'
import { useChangeSavedView, useCreateSavedView } from './saved-view.queries.ts'

interface SavedViewDialogProps {
  projectId: number | undefined
  /** The view to rename, `new` to save the screen as one. */
  view: SavedView | 'new' | undefined
  state: ViewState
  mayShare: boolean
  onSaved: (view: SavedView) => void
  onClose: () => void
}

export function SavedViewDialog({ view, ...form }: SavedViewDialogProps) {
  const { t } = useTranslation()
  return (
    <RecordDialog
      record={view}
      title={existing => t(existing ? 'views.saved.rename' : 'views.saved.saveAs')}
      onClose={form.onClose}
    >
      {existing => (existing ? <RenameForm {...form} view={existing} /> : <CreateForm {...form} />)}
    </RecordDialog>
  )
}

type FormProps = Omit<SavedViewDialogProps, 'view'>

function CreateForm({ projectId, state, mayShare, onSaved, onClose }: FormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCreateSavedView(projectId),
    initialValues: { name: '', isShared: false },
    toInput: ({ name, isShared }) => ({ name: name.trim(), isShared, ...savedFields(state) }),
    onSuccess: ({ item }) => {
      onClose()
      onSaved(item)
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('actions.save')} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('views.saved.name')}
        placeholder={t('views.saved.namePlaceholder')}
        maxLength={100}
        required
        data-autofocus
      />
      {mayShare && (
        <Checkbox
          label={t('views.saved.shareWith')}
          checked={form.values.isShared}
          onChange={event => form.change({ isShared: event.currentTarget.checked })}
        />
      )}
    </DialogForm>
  )
}

function RenameForm({ projectId, view, onClose }: FormProps & { view: SavedView }) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useChangeSavedView(projectId),
    initialValues: { name: view.name },
    toInput: ({ name }) => ({ id: view.id, name: name.trim() }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} submitLabel={t('actions.save')} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('views.saved.name')}
        maxLength={100}
        required
        data-autofocus
      />
    </DialogForm>
  )
}
