import { DomainError } from '@atrium/core/errors'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import type { Event } from '#events.ts'
import { assigneeIdsOf } from '../assignees/assigned-people.ts'
import { emitTaskChanges, eventOf } from '../task-events.ts'
import { pick } from '../task-fields.ts'
import * as queries from './bulk.queries.ts'
import { type Locked, lockTasksFor } from './lock-tasks.ts'
import { isChanged, isUpdated, type Plan, planTask } from './plan.ts'
import type { Outcome, Refusal } from './refusals.ts'
import { plainFields, type TaskEdit } from './task-edit.ts'
import { insertBulkChange, type UndoEntry } from './undo.queries.ts'

export interface Work {
  access: Map<number, queries.TaskAccess>
  /** Before anything is locked: where tasks go that name no column. */
  findEdits: (tx: Database) => Promise<{ edits: Map<number, TaskEdit>; refusals: Refusal[] }>
  force: boolean
  /** Under which it can be undone. */
  bulkId?: number
}

/** All of it in one transaction; a task that is refused does not stop the others. */
export function applyEdits(deps: Deps, actor: Actor, work: Work): Promise<Omit<Outcome, 'id'>> {
  const { access, findEdits, force, bulkId } = work
  return inTransaction(deps, async (tx, emit) => {
    const now = deps.now()
    const { edits, refusals } = await findEdits(tx)
    const projectIds = [...new Set([...access.values()].map(record => record.projectId))].sort(
      (one, other) => one - other,
    )
    const locked = await lockTasksFor(tx, edits, projectIds)
    const planned = [...edits].map(([taskId, edit]) =>
      planOrRefuse(taskId, () => {
        const record = access.get(taskId)
        const task = locked.tasks.get(taskId)
        if (!task || !record) throw new NotFound('task_not_found')
        if (task.projectId !== record.projectId) throw new Conflict('task_just_moved')
        return planTask(locked, task, edit, { actor, role: record.role, force, now })
      }),
    )
    const plans = planned.flatMap(one => ('error' in one ? [] : [one]))
    refusals.push(...planned.flatMap(one => ('error' in one ? [one] : one.refusals)))
    const changed = plans.filter(isChanged)
    await writePlans(tx, actor, changed, now.toISOString())
    await emitPlans(emit, actor, changed, locked)
    if (bulkId !== undefined) {
      const entries = Map.groupBy(
        changed.map(plan => ({ projectId: plan.task.projectId, ...reverseOf(plan, now.toISOString()) })),
        ({ projectId }) => projectId,
      )
      await insertBulkChange(tx, { id: bulkId, userId: actor.id, createdAt: now.toISOString() }, entries)
    }
    return {
      changedIds: changed.map(({ task }) => task.id),
      unchangedIds: plans
        .filter(plan => !isChanged(plan) && plan.refusals.length === 0)
        .map(({ task }) => task.id),
      refusals,
    }
  })
}

function planOrRefuse(taskId: number, plan: () => Plan): Plan | Refusal {
  try {
    return plan()
  } catch (error) {
    if (error instanceof DomainError) return { taskId, error }
    throw error
  }
}

async function writePlans(tx: Database, actor: Actor, plans: Plan[], now: string) {
  const stickers = (ids: (plan: Plan) => number[]) =>
    plans.flatMap(plan =>
      ids(plan).map(stickerId => ({ taskId: plan.task.id, projectId: plan.task.projectId, stickerId })),
    )
  const updated = plans.filter(isUpdated)
  await queries.updateTasks(
    tx,
    updated.map(({ after }) => after),
    {
      withTexts: updated.some(({ changed }) => changed.includes('title') || changed.includes('description')),
    },
  )
  await queries.deleteTaskStickers(
    tx,
    stickers(plan => plan.detachedIds),
  )
  await queries.insertTaskStickers(
    tx,
    stickers(plan => plan.attachedIds),
    { attachedBy: actor.id, attachedAt: now },
  )
}

/** The events of single changes. */
async function emitPlans(emit: Emit<Event>, actor: Actor, plans: Plan[], { stickers, family }: Locked) {
  const emitOne: Emit<Event> = event => emit('projectId' in event ? { ...event, isBulk: true } : event)
  for (const { task, after, recorded, attachedIds, detachedIds } of plans) {
    const about = eventOf(actor, after)
    if (after.deletedAt !== task.deletedAt) {
      const { title, columnId } = task
      const place = actor.grant?.agent && { undo: { position: task.position } }
      if (after.deletedAt)
        await emitOne({ ...about, ...place, type: 'task.deleted', before: { title, columnId } })
      else await emitOne({ ...about, type: 'task.restored', after: { columnId: after.columnId } })
      continue
    }
    await emitTaskChanges(emitOne, actor, task, after, recorded)
    if (task.parentId !== after.parentId) {
      const side = ({ parentId }: typeof task) => ({ parentId, parentNumber: family.numberOf(parentId) })
      await emitOne({ ...about, type: 'task.parent_changed', before: side(task), after: side(after) })
    }
    const { taskVersion: _, ...withoutVersion } = about
    const named = (stickerId: number) => ({ stickerId, name: stickers.get(stickerId)?.name ?? '' })
    for (const id of detachedIds) {
      await emitOne({ ...withoutVersion, type: 'sticker.detached', before: named(id) })
    }
    for (const id of attachedIds) {
      await emitOne({ ...withoutVersion, type: 'sticker.attached', after: named(id) })
    }
  }
}

/** The edit that undoes the plan. */
function reverseOf({ task, after, changed, attachedIds, detachedIds }: Plan, at: string): UndoEntry {
  const fields = plainFields.filter(field => changed.includes(field))
  const customIds = changed.filter(key => key.startsWith('field:')).map(key => key.replace('field:', ''))
  const responsible = changed.includes('assigneeId') ? pick(task, ['assigneeId']) : {}
  const isDeletion = after.deletedAt !== task.deletedAt
  const { columnId, position, completedAt, parentId } = task
  const edit: TaskEdit = {
    since: { version: after.version, deletedAt: after.deletedAt, at },
    fields: { ...pick(task, fields), ...responsible },
    ...(changed.includes('assigneeIds') && {
      assignees: { ...responsible, assigneeIds: assigneeIdsOf(task) },
    }),
    ...(customIds.length > 0 && {
      customFields: Object.fromEntries(customIds.map(id => [id, task.fieldValues[id] ?? null])),
    }),
    ...(changed.includes('parentId') && { parentId }),
    ...(changed.includes('archivedAt') && {
      isArchived: task.archivedAt !== null,
      archivedAt: task.archivedAt,
    }),
    ...((isDeletion || changed.includes('columnId')) && { to: { columnId, position, completedAt } }),
    ...(isDeletion && { isDeleted: task.deletedAt !== null }),
    ...(detachedIds.length > 0 && { addStickerIds: detachedIds }),
    ...(attachedIds.length > 0 && { removeStickerIds: attachedIds }),
  }
  return { taskId: task.id, edit }
}
