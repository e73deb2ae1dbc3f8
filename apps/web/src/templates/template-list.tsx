import type { Template } from '@atrium/tasks/templates/content/template.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { RecordDialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPencil, IconTemplate, IconTrash } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Badge, Group, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/session/current-user.ts'
import { templatesQuery, useChangeTemplate, useDeleteTemplate } from './template.queries.ts'
import classes from './template-list.module.css'
import { TemplatePicture } from './template-picker.tsx'
import { contentsOf } from './template-words.ts'

/** The templates of tasks and boards in a project, for managers. */
export function ProjectTemplates({ projectId }: { projectId: number }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('templates.title')} text={t('templates.text')}>
      <TemplateList projectId={projectId} />
    </SectionCard>
  )
}

/** The user's own templates of projects; nothing before there are any. */
export function OwnTemplates() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  const { data: templates = [] } = useQuery(templatesQuery())
  if (!templates.some(({ ownerId }) => ownerId === user?.id)) return null
  return (
    <SectionCard title={t('templates.own.title')} text={t('templates.own.text')}>
      <TemplateList ownerId={user?.id} />
    </SectionCard>
  )
}

interface TemplateListProps {
  projectId?: number
  /** Only those of this user. */
  ownerId?: number | undefined
}

function TemplateList({ projectId, ownerId }: TemplateListProps) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(templatesQuery(projectId))
  const [edited, setEdited] = useState<Template>()
  const [deleted, setDeleted] = useState<Template>()
  const shown = useLastShown(deleted)
  const deletion = useDeleteTemplate(projectId)
  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <RowsSkeleton rows={2} />
  const templates = data.filter(template => ownerId === undefined || template.ownerId === ownerId)
  return (
    <>
      {templates.length === 0 && <Text c="dimmed">{t('templates.none')}</Text>}
      <ul className={classes.list} aria-label={t('templates.title')}>
        {templates.map(template => (
          <li key={template.id}>
            <TemplateRow
              template={template}
              onEdit={() => setEdited(template)}
              onDelete={() => setDeleted(template)}
            />
          </li>
        ))}
      </ul>
      <RecordDialog
        record={edited}
        title={() => t('templates.edit.title')}
        onClose={() => setEdited(undefined)}
      >
        {template =>
          template && (
            <EditForm template={template} projectId={projectId} onClose={() => setEdited(undefined)} />
          )
        }
      </RecordDialog>
      {shown && (
        <ConfirmMutation
          title={t('templates.delete.title', { name: shown.name })}
          text={t('templates.delete.text')}
          action={t('actions.delete')}
          mutation={deletion}
          input={shown.id}
          doneMessage={t('templates.delete.done')}
          isOpen={deleted !== undefined}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}

interface TemplateRowProps {
  template: Template
  onEdit: () => void
  onDelete: () => void
}

function TemplateRow({ template, onEdit, onDelete }: TemplateRowProps) {
  const { t } = useTranslation()
  const { name, description, kind, isShared, preview } = template
  return (
    <div className={classes.row}>
      {kind === 'task' ? (
        <span className={classes.picture} data-icon>
          <IconTemplate size={20} stroke={1.75} aria-hidden className={classes.icon} />
        </span>
      ) : (
        <span className={classes.picture}>
          <TemplatePicture columns={preview.columns} />
        </span>
      )}
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {kind !== 'project' && (
            <Badge variant="light" color="gray" size="sm">
              {t(`templates.kinds.${kind}`)}
            </Badge>
          )}
          {isShared && (
            <Badge variant="light" size="sm">
              {t('templates.shared')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {[description, contentsOf(t, template)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <IconButton
          icon={IconPencil}
          iconSize={18}
          label={t('templates.edit.label', { name })}
          onClick={onEdit}
        />
        <IconButton
          icon={IconTrash}
          iconSize={18}
          label={t('templates.delete.label', { name })}
          onClick={onDelete}
        />
      </Group>
    </div>
  )
}

interface EditFormProps {
  template: Template
  projectId: number | undefined
  onClose: () => void
}

function EditForm({ template, projectId, onClose }: EditFormProps) {
  const { t } = useTranslation()
  const { id, kind, name, description, isShared } = template
  const form = useMutationForm({
    mutation: useChangeTemplate(projectId),
    initialValues: { name, description: description ?? '', isShared },
    toInput: values => ({
      id,
      name: values.name.trim(),
      description: values.description.trim() || null,
      ...(kind === 'project' && { isShared: values.isShared }),
    }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('templates.name')}
        required
        maxLength={100}
        data-autofocus
      />
      <Textarea
        {...form.field('description')}
        label={t('templates.description')}
        maxLength={500}
        maxRows={6}
      />
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
