import type { Task } from '@atrium/tasks/tasks/task.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { fullName } from '@atrium/ui/format'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPencil } from '@atrium/ui/icons'
import { Alert, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conflictOf, notifyOfRefusedChange, saveFields } from '../../../data/changes/change-task.ts'
import { membersQuery } from '../../../data/projects/projects.ts'
import { useLiveMessages } from '../../../live/live-provider.tsx'
import { LazyDifference } from '../difference/lazy-difference.tsx'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { withTask, withTaskAgain } from '../markdown/task-list.ts'
import { WhoWrites } from '../presence/present-people.tsx'
import { useTaskPresence } from '../presence/task-presence.tsx'
import { type Draft, useDraft } from '../saving/draft.ts'
import { useSaveTask } from '../saving/save-task.tsx'
import { momentInWords } from '../words/moment-text.tsx'
import classes from './task-description.module.css'

export function TaskDescription({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { draft, storeDraft, clearDraft } = useDraft(`task-description.${task.id}`)
  const [isEditing, setIsEditing] = useState(false)
  const description = task.description ?? ''
  const hasDraft = draft !== undefined && draft.text !== description

  return (
    <Stack component="section" gap="xs" aria-label={t('tasks.fields.description')}>
      <WhoWrites activity="describing" />
      {mayEdit && hasDraft && !isEditing && (
        <DraftNote draft={draft} onRestore={() => setIsEditing(true)} onDiscard={() => clearDraft()} />
      )}
      {isEditing ? (
        <DescriptionEditor
          task={task}
          draft={hasDraft ? draft : undefined}
          onDraft={storeDraft}
          onDiscard={() => clearDraft()}
          onLeave={() => setIsEditing(false)}
        />
      ) : (
        <div className={classes.shown}>
          <Description task={task} onEdit={mayEdit ? () => setIsEditing(true) : undefined} />
          {mayEdit && (
            <IconButton
              icon={IconPencil}
              label={t('tasks.description.edit')}
              className={classes.edit}
              onClick={() => setIsEditing(true)}
            />
          )}
        </div>
      )}
    </Stack>
  )
}

function Description({ task, onEdit }: { task: Task; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { data: members } = useQuery(membersQuery(task.projectId))
  const tick = useCallbackRef(useTick(task))
  const text = task.description ?? ''
  if (text.trim()) return <LazyMarkdown text={text} members={members} onTick={onEdit && tick} />
  if (!onEdit) {
    return (
      <Text size="sm" c="dimmed">
        {t('tasks.description.none')}
      </Text>
    )
  }
  return (
    <UnstyledButton className={classes.empty} onClick={onEdit}>
      {t('tasks.description.empty')}
    </UnstyledButton>
  )
}

/** Ticks a box in the description, also after someone else has changed other lines of it. */
function useTick(task: Task) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return async (line: number, isChecked: boolean) => {
    const before = task.description ?? ''
    let description = withTask(before, line, isChecked)
    let { version } = task
    while (description !== undefined) {
      try {
        await saveFields(queryClient, { ...task, version }, { description })
        return
      } catch (error) {
        const conflict = conflictOf(error)
        if (!conflict) return notifyOfRefusedChange(error)
        description = withTaskAgain(conflict.current.description ?? '', before, line, isChecked)
        version = conflict.current.version
      }
    }
    showNotice({ message: t('tasks.description.lineChanged') })
  }
}

interface DescriptionEditorProps {
  task: Task
  draft: Draft | undefined
  onDraft: (text: string, version: number) => void
  onDiscard: () => void
  onLeave: () => void
}

/** Everything typed is stored as a draft until it is saved or discarded. */
function DescriptionEditor({ task, draft, onDraft, onDiscard, onLeave }: DescriptionEditorProps) {
  const { t } = useTranslation()
  const saveTask = useSaveTask()
  const { data: members } = useQuery(membersQuery(task.projectId))
  // The version that this text is based on, even if others save a newer one in the meantime.
  const [baseVersion] = useState(draft?.version ?? task.version)
  // What others change while this is open is compared with it; a draft of an earlier visit has no such text.
  const [base] = useState(task.description ?? '')
  const { type } = useTaskPresence()
  const [text, setText] = useState(draft?.text ?? base)
  const [isSaving, setIsSaving] = useState(false)

  const discard = () => {
    onDiscard()
    onLeave()
  }
  const save = async (written: string) => {
    if (written === (task.description ?? '')) return discard()
    setIsSaving(true)
    const isSaved = await saveTask({ description: written.trim() ? written : null }, baseVersion)
    setIsSaving(false)
    if (isSaved) discard()
  }
  return (
    <Stack gap="xs">
      <ChangedMeanwhile task={task} before={base} isSaving={isSaving} />
      <MarkdownEditor
        label={t('tasks.fields.description')}
        value={text}
        maxLength={100_000}
        minRows={6}
        members={members}
        onChange={next => {
          setText(next)
          onDraft(next, baseVersion)
          type('describing')
        }}
        onSubmit={save}
        onLeave={onLeave}
      />
      <Group gap="xs">
        <Button size="compact-md" loading={isSaving} onClick={() => save(text)}>
          {t('actions.save')}
        </Button>
        <Button size="compact-md" variant="default" onClick={discard}>
          {t('tasks.draft.discard')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('tasks.description.hint')}
        </Text>
      </Group>
    </Stack>
  )
}

interface ChangedMeanwhileProps {
  task: Task
  before: string
  /** Whether the task already shows what the user wrote. */
  isSaving: boolean
}

/** Says who has changed the description since the user began to edit it, and what, before they save. */
function ChangedMeanwhile({ task, before, isSaving }: ChangedMeanwhileProps) {
  const { t } = useTranslation()
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const [editorId, setEditorId] = useState<number | null>(null)
  useLiveMessages(({ event, data }) => {
    if (event !== 'change' || data.taskId !== task.id) return
    if (data.type === 'task.updated' && 'description' in data.patch) setEditorId(data.actorId)
  })
  const now = task.description ?? ''
  if (now === before || isSaving) return null
  const editor = members.find(({ userId }) => userId === editorId)?.user
  return (
    <Alert color="amber" py="xs" role="status">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {editor
            ? t('tasks.description.changedBy', { name: fullName(editor) })
            : t('tasks.description.changed')}
        </Text>
        <Suspense>
          <LazyDifference before={before} after={now} members={members} />
        </Suspense>
      </Stack>
    </Alert>
  )
}

interface DraftNoteProps {
  draft: Draft
  onRestore: () => void
  onDiscard: () => void
}

function DraftNote({ draft, onRestore, onDiscard }: DraftNoteProps) {
  const { t, i18n } = useTranslation()
  const when = momentInWords(new Date(draft.keptAt), i18n.language)
  return (
    <Alert color="amber" py="xs" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('tasks.draft.kept', { when })}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            {t('tasks.draft.discard')}
          </Button>
          <Button size="compact-sm" onClick={onRestore}>
            {t('tasks.draft.restore')}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
