import type { CustomField } from '@atrium/tasks/fields/field.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { RecordDialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPencil, IconPlus, IconTrash } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldIcons } from '../../custom-fields/field-words.ts'
import { fieldsQuery } from '../../data/projects/fields.ts'
import { typeChangeQuery, useDeleteField, useReorderFields } from './field.queries.ts'
import { FieldForm } from './field-form.tsx'
import { RowHandle } from './row-handle.tsx'
import classes from './rows.module.css'
import { moved, useRowDrag } from './use-row-drag.ts'

/** The custom fields of a project, for managers. */
export function ProjectFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation()
  const { data: fields, error, refetch, isFetching } = useQuery(fieldsQuery(projectId))
  const { mutate: reorder } = useReorderFields(projectId)
  const [edited, setEdited] = useState<CustomField | 'new'>()
  const [deleted, setDeleted] = useState<CustomField>()
  // Options change while the dialog is open.
  const latest = edited === 'new' ? edited : (fields?.find(({ id }) => id === edited?.id) ?? edited)
  const move = (from: number, to: number) => {
    const ids = fields?.map(({ id }) => id) ?? []
    if (to >= 0 && to < ids.length && from !== to) reorder(moved(ids, from, to))
  }
  return (
    <SectionCard
      title={t('fields.title')}
      text={t('fields.text')}
      aside={
        <Button variant="light" leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
          {t('fields.create')}
        </Button>
      }
    >
      {!fields && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!fields && !error && <RowsSkeleton rows={3} />}
      {fields?.length === 0 && <Text c="dimmed">{t('fields.none')}</Text>}
      {fields && fields.length > 0 && (
        <ul className={classes.list} aria-label={t('fields.title')}>
          {fields.map((field, index) => (
            <FieldRow
              key={field.id}
              field={field}
              index={index}
              count={fields.length}
              onMove={move}
              onEdit={() => setEdited(field)}
              onDelete={() => setDeleted(field)}
            />
          ))}
        </ul>
      )}
      <RecordDialog
        record={latest}
        title={field => t(field ? 'fields.edit' : 'fields.create')}
        onClose={() => setEdited(undefined)}
      >
        {field => <FieldForm projectId={projectId} field={field} onClose={() => setEdited(undefined)} />}
      </RecordDialog>
      <DeleteField projectId={projectId} field={deleted} onClose={() => setDeleted(undefined)} />
    </SectionCard>
  )
}

interface FieldRowProps {
  field: CustomField
  index: number
  count: number
  onMove: (from: number, to: number) => void
  onEdit: () => void
  onDelete: () => void
}

function FieldRow({ field, index, count, onMove, onEdit, onDelete }: FieldRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { edge, isDragged } = useRowDrag({
    row,
    handle,
    list: `fields-${field.projectId}`,
    index,
    onMove,
  })
  const Icon = fieldIcons[field.type]
  const { name } = field
  return (
    <li ref={row} className={classes.row} data-edge={edge} data-dragged={isDragged || undefined}>
      <RowHandle
        handle={handle}
        label={t('fields.move', { name })}
        index={index}
        count={count}
        onMove={onMove}
      />
      <Icon size={18} stroke={1.75} className={classes.icon} aria-hidden />
      <Stack gap={2} flex={1} miw={0}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {field.isRequired && (
            <Badge variant="light" size="sm">
              {t('fields.required')}
            </Badge>
          )}
          {field.showsOnCard && (
            <Badge variant="light" color="gray" size="sm">
              {t('fields.onCard')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {[t(`fields.types.${field.type}`), field.options.map(option => option.name).join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      <Group gap={4} wrap="nowrap">
        <IconButton icon={IconPencil} iconSize={18} label={t('fields.editOne', { name })} onClick={onEdit} />
        <IconButton
          icon={IconTrash}
          iconSize={18}
          label={t('fields.deleteOne', { name })}
          onClick={onDelete}
        />
      </Group>
    </li>
  )
}

interface DeleteFieldProps {
  projectId: number
  field: CustomField | undefined
  onClose: () => void
}

/** Says how many tasks have a value before the values are deleted with the field. */
function DeleteField({ projectId, field, onClose }: DeleteFieldProps) {
  const { t } = useTranslation()
  const shown = useLastShown(field)
  const mutation = useDeleteField(projectId)
  // Converting to another type counts all values.
  const { data: values } = useQuery({
    ...typeChangeQuery(shown?.id ?? 0, shown?.type === 'text' ? 'number' : 'text'),
    enabled: field !== undefined,
  })
  if (!shown) return null
  const count = values ? values.kept + values.lost : undefined
  return (
    <ConfirmMutation
      title={t('fields.deleteTitle', { name: shown.name })}
      text={count ? t('fields.deleteUsed', { count }) : t('fields.deleteUnused')}
      action={t('actions.delete')}
      mutation={mutation}
      input={shown.id}
      doneMessage={t('fields.deleted')}
      isOpen={field !== undefined && values !== undefined}
      onClose={onClose}
    />
  )
}
