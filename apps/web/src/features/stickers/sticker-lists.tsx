import type { Sticker } from '@atrium/tasks/tasks/task.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconTag } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { ColorInput, ColorSwatch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { stickersQuery } from '../../data/tasks/stickers.ts'
import { swatches } from '../../data/tasks/tasks.ts'
import { commonStickersQuery, useDeleteSticker, useSaveSticker } from './sticker.queries.ts'

/** The stickers of all projects, for administrators. */
export function CommonStickers() {
  const { t } = useTranslation()
  return (
    <CrudList
      query={useQuery(commonStickersQuery)}
      text={t('administration.stickers.text')}
      createLabel={t('administration.stickers.create')}
      row={sticker => ({
        ...nameAndColor(sticker),
        editLabel: t('administration.stickers.edit', { name: sticker.name }),
        deleteLabel: t('administration.stickers.delete', { name: sticker.name }),
      })}
      form={(sticker, close) => <StickerForm sticker={sticker} onClose={close} />}
      deletion={useDeletion()}
      empty={
        <EmptyState
          icon={IconTag}
          title={t('administration.stickers.emptyTitle')}
          text={t('administration.stickers.emptyText')}
        />
      }
    />
  )
}

/** A project's own stickers; those of all projects are listed too, but cannot be changed here. */
export function ProjectStickers({ projectId }: { projectId: number }) {
  const { t } = useTranslation()
  return (
    <CrudList
      query={useQuery(stickersQuery(projectId))}
      title={t('projects.stickers.title')}
      text={t('projects.stickers.text')}
      createLabel={t('projects.stickers.create')}
      editTitle={t('projects.stickers.change')}
      row={sticker => ({
        ...nameAndColor(sticker),
        facts: sticker.projectId === null && (
          <Text size="sm" c="dimmed">
            {t('projects.stickers.forAll')}
          </Text>
        ),
        editLabel: t('projects.stickers.changeOne', { name: sticker.name }),
        deleteLabel: t('projects.stickers.deleteOne', { name: sticker.name }),
        mayEdit: sticker.projectId !== null,
        mayDelete: sticker.projectId !== null,
      })}
      form={(sticker, close) => <StickerForm projectId={projectId} sticker={sticker} onClose={close} />}
      deletion={useDeletion()}
      empty={<Text c="dimmed">{t('projects.stickers.none')}</Text>}
    />
  )
}

function nameAndColor({ name, color, icon }: Sticker) {
  return {
    mark: <ColorSwatch color={color} size={20} aria-hidden="true" />,
    name: [icon, name].filter(Boolean).join(' '),
  }
}

function useDeletion() {
  const { t } = useTranslation()
  return {
    mutation: useDeleteSticker(),
    question: ({ name }: Sticker) => ({
      title: t('administration.stickers.deleteTitle', { name }),
      text: t('administration.stickers.deleteText'),
      action: t('actions.delete'),
    }),
    doneMessage: () => t('administration.stickers.deleted'),
  }
}

interface StickerFormProps {
  /** Without a project, the sticker is available in all projects. */
  projectId?: number
  sticker: Sticker | undefined
  onClose: () => void
}

function StickerForm({ projectId, sticker, onClose }: StickerFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useSaveSticker(t('administration.stickers.taken')),
    initialValues: {
      name: sticker?.name ?? '',
      color: sticker?.color ?? swatches[5] ?? '',
      icon: sticker?.icon ?? '',
    },
    toInput: ({ name, color, icon }) => ({
      id: sticker?.id,
      projectId,
      name: name.trim(),
      color,
      icon: icon.trim() || null,
    }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('administration.stickers.saved'))
    },
  })
  return (
    <DialogForm form={form} submitLabel={t(sticker ? 'actions.save' : 'actions.create')} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('administration.stickers.name')}
        required
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
      <ColorInput
        {...form.field('color')}
        label={t('administration.stickers.color')}
        swatches={swatches}
        format="hex"
        withEyeDropper={false}
        required
      />
      <TextInput
        {...form.field('icon')}
        label={t('administration.stickers.icon')}
        description={t('administration.stickers.iconText')}
        maxLength={50}
        autoComplete="off"
      />
    </DialogForm>
  )
}
