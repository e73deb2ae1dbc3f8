import { hasStatus, isRefused } from '@atrium/client/api-error'
import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import type { Sticker } from '@atrium/tasks/tasks/task.contract'
import { moveTask, type Task, type TaskMove, updateTask } from '@atrium/tasks/tasks/task.contract'
import { notifyOfError, notifyOfRefusal, showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { type MutationKey, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeRequest, SoughtPlace, TaskFields } from '../../changes/queued-change.ts'
import { withChangedFields } from '../boards/board-cache.ts'
import { type OwnChange, ownVersion, patchShown, scopeOf } from '../boards/own-changes.ts'
import { assigneesAfter } from '../people/assignees.ts'
import { showTask } from '../tasks/tasks.ts'
import { addChange } from './task-changes.ts'

export type { TaskFields } from '../../changes/queued-change.ts'

/** What a screen knows about a task: a card, a row, a bar or all of it. */
export type KnownTask = Partial<Task> & Pick<Task, 'id'>

/** Saves fields of a task. They show at once; with a version, a field that someone else has changed since is refused. */
export function saveFields(queryClient: QueryClient, task: KnownTask, changes: TaskFields) {
  const { fields, ...own } = changes
  const patch = {
    ...own,
    ...assigneesAfter(task, own),
    ...(fields && { fields: withChangedFields(task.fields ?? {}, fields) }),
  }
  const names = versionedNames(changes)
  const change = { taskId: task.id, patch: patch as Partial<Task>, fields: names }
  const version = versionOf(queryClient, task, names)
  return sendChange(queryClient, change, task, { kind: 'fields', taskId: task.id, changes, ...version })
}

interface MoveOptions {
  /** What the task shows until the server has answered. */
  patch?: Partial<Task>
  /** Finds the move among those that are on their way, with what the screen knows about it. */
  mutationKey?: MutationKey
  details?: unknown
}

/** Moves a task; the target may have to be looked up first. */
export function sendMove(
  queryClient: QueryClient,
  task: KnownTask,
  to: TaskMove | SoughtPlace,
  { patch = {}, mutationKey, details }: MoveOptions = {},
) {
  const { version: known, ...target } = 'place' in to ? { ...to, version: undefined } : to
  const { afterTaskId: _, beforeTaskId: __, force: ___, ...changed } = 'place' in to ? { columnId: 0 } : to
  const fields = versionedNames(changed).filter(name => name !== 'version')
  const version = versionOf(queryClient, { id: task.id, version: known }, fields)
  const request = {
    kind: 'move',
    taskId: task.id,
    target: target as TaskMove | SoughtPlace,
    ...version,
  } as const
  return sendChange(queryClient, { taskId: task.id, patch, fields, details }, task, request, mutationKey)
}

/** Custom fields have versions of their own: `field:12`. */
function versionedNames({ fields = {}, ...changes }: { fields?: object }) {
  const names = Object.keys(changes)
  // Who is responsible is a part of who is on the task.
  const people = ['assigneeId', 'assigneeIds']
  const plain = names.some(name => people.includes(name)) ? [...new Set([...names, ...people])] : names
  return [...plain, ...Object.keys(fields).map(id => `field:${id}`)]
}

type StickeredTask = Pick<Task, 'id' | 'stickers'>

/** Adds the sticker to the task, or removes it. */
function sendSticker(queryClient: QueryClient, task: StickeredTask, sticker: Sticker) {
  const { id, stickers } = task
  const others = stickers.filter(other => other.id !== sticker.id)
  const isOn = others.length < stickers.length
  const change = { taskId: id, patch: { stickers: isOn ? others : [...others, sticker] }, fields: [] }
  const request = { kind: 'sticker', taskId: id, stickerId: sticker.id, isOn: !isOn } as const
  return sendChange(queryClient, change, task, request)
}

/** A change that is based on an older version of what the user has changed since is no conflict. */
function versionOf(queryClient: QueryClient, { id, version }: KnownTask, fields: string[]) {
  return version === undefined ? {} : { version: Math.max(version, ownVersion(queryClient, id, fields)) }
}

/** Every change of a task goes through here. It shows at once, and disappears when the server refuses it. */
async function sendChange(
  queryClient: QueryClient,
  change: OwnChange,
  before: KnownTask,
  request: ChangeRequest,
  mutationKey: MutationKey = ['change-task'],
): Promise<Task> {
  const { taskId, patch, fields } = change
  const shownAs = { mutationKey, scope: scopeOf(taskId).id, variables: change }
  const { answer } = addChange(queryClient, { request, fields, shownAs })
  patchShown(queryClient, taskId)
  try {
    // A label has no answer, and nobody waits for one.
    const task = (await answer) as Task
    if (task) showTask(queryClient, task)
    return task
  } catch (error) {
    const shown = Object.keys(patch).map(field => [field, before[field as keyof Task]])
    patchShown(queryClient, taskId, Object.fromEntries(shown))
    const conflict = conflictOf(error)
    if (conflict) showTask(queryClient, conflict.current)
    else void queryClient.invalidateQueries({ queryKey: ['task', taskId] })
    throw error
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['tasks'] })
  }
}

/** What someone else has saved in the meantime, and what the user wanted to save. */
export interface TaskConflict {
  current: Task
  given: TaskFields
  /** Undefined for an application or a former user, and from instances of 0.2. */
  changedBy?: UserSummary | undefined
}

export function conflictOf(error: unknown): TaskConflict | undefined {
  const isStale = isRefused(updateTask, error, 'stale_version') || isRefused(moveTask, error, 'stale_version')
  if (!isStale) return undefined
  const { current, given, changedBy } = error.details as unknown as {
    current: Task
    given: object
    changedBy?: UserSummary | null
  }
  const isCustom = ([name]: [string, unknown]) => name.startsWith('field:')
  const entries = Object.entries(given)
  const custom = entries.filter(isCustom).map(([name, value]) => [name.slice('field:'.length), value])
  const others = Object.fromEntries(entries.filter(entry => !isCustom(entry)))
  return {
    current,
    given: custom.length > 0 ? { ...others, fields: Object.fromEntries(custom) } : others,
    changedBy: changedBy ?? undefined,
  }
}

/** Changes that need no form. `done` says what was changed, and offers to undo it. */
export function useChangeTask() {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo, willOfferUndo } = useUndo()
  return useMemo(() => {
    const change = (task: KnownTask & Pick<Task, 'title'>, changes: TaskFields, done?: string) => {
      const save = async () => {
        try {
          const saved = await saveFields(queryClient, task, changes)
          if (done) offerUndo(done, () => change({ ...task, ...saved }, valuesOf(task, changes)))
        } catch (error) {
          const conflict = conflictOf(error)
          if (!conflict) return notifyOfRefusedChange(error)
          showNotice({
            color: 'amber',
            title: t('boards.change.refused', { title: task.title }),
            message: t('boards.change.stale'),
            action: {
              label: t('boards.change.anyway'),
              run: () => change({ ...task, ...conflict.current }, changes, done),
            },
          })
        }
      }
      const work = save()
      if (done) willOfferUndo(work)
    }
    const move = (task: Task, columnId: number, done?: string) => {
      const send = async () => {
        try {
          await sendMove(queryClient, task, { columnId }, { patch: { columnId } })
          if (done) offerUndo(done, () => move({ ...task, columnId }, task.columnId))
        } catch (error) {
          notifyOfRefusedChange(error)
        }
      }
      const work = send()
      if (done) willOfferUndo(work)
    }
    const toggleSticker = (task: StickeredTask, sticker: Sticker) =>
      void sendSticker(queryClient, task, sticker).catch(notifyOfRefusedChange)
    return { change, move, toggleSticker }
  }, [queryClient, offerUndo, willOfferUndo, t])
}

/** The values that the changed fields had before. */
function valuesOf(task: KnownTask, { fields, ...changes }: TaskFields): TaskFields {
  // The one who was responsible comes back with everyone else.
  const names = Object.keys(changes).map(name =>
    name === 'assigneeId' && task.assigneeIds ? 'assigneeIds' : name,
  )
  const before = names.map(name => [name, task[name as keyof Task]])
  const custom = Object.keys(fields ?? {}).map(id => [id, task.fields?.[id as never] ?? null])
  return { ...Object.fromEntries(before), ...(fields && { fields: Object.fromEntries(custom) }) }
}

/** The end of a session is shown for the whole page. */
export function notifyOfRefusedChange(error: unknown) {
  if (hasStatus(error, 401)) return
  if (hasStatus(error, 422)) notifyOfRefusal(error)
  else notifyOfError(error)
}
