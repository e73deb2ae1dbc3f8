import { settleAll } from '@atrium/database/transaction'
import { lockColumns } from '#boards/column.queries.ts'
import { type LockedCycle, lockCycles } from '#cycles/cycle.queries.ts'
import type { Database } from '#database.ts'
import { type LockedFields, lockGivenFields } from '#fields/field-input.ts'
import { lockMemberRoles } from '#projects/record-access.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { lockHierarchy } from '../hierarchy.ts'
import type { LockedTask } from '../task.queries.ts'
import * as queries from './bulk.queries.ts'
import { createFamily, type Family } from './family.ts'
import { createPlaces, type Places } from './places.ts'
import { assigneesOf, type TaskEdit } from './task-edit.ts'

/** Everything that decides about the edits; it stays like that until the transaction ends. */
export interface Locked {
  tasks: Map<number, LockedTask>
  /** Finds the role of a user in the project that the task is in. */
  roleOf: (projectId: number, userId: number) => MemberRole | undefined
  priorityIds: Set<number>
  cycles: LockedCycle[]
  /** The attachments that become covers. */
  covers: { id: number; taskId: number }[]
  stickers: Map<number, { id: number; projectId: number | null; name: string }>
  /** When each sticker of a task was attached. */
  stickersOf: (taskId: number) => Map<number, string>
  fields: LockedFields | undefined
  family: Family
  places: Places
}

/** A few statements for any number of tasks. Locks in the usual order: hierarchies, columns, fields, cycles, tasks by id. */
export async function lockTasksFor(
  tx: Database,
  edits: Map<number, TaskEdit>,
  projectIds: number[],
): Promise<Locked> {
  const ids = [...edits.keys()]
  const all = [...edits.values()]
  const child = [...edits].filter(([, edit]) => edit.parentId !== undefined)
  if (child.length > 0) for (const projectId of projectIds) await lockHierarchy(tx, projectId)
  const stickerIds = unique(
    all.flatMap(edit => [...(edit.addStickerIds ?? []), ...(edit.removeStickerIds ?? [])]),
  )
  const [columns, members, fields, stickers, priorityIds, cycles, tasks] = await settleAll([
    lockColumns(tx, unique(all.map(edit => edit.to?.columnId))),
    lockMemberRoles(tx, projectIds, unique(all.flatMap(assigneesIn))),
    lockGivenFields(tx, ...distinctInputs(all)),
    queries.lockStickers(tx, stickerIds),
    queries.lockPriorityIds(tx, unique(all.map(edit => edit.fields?.priorityId))),
    lockCycles(tx, unique(all.map(edit => edit.fields?.cycleId))),
    queries.lockTasks(tx, ids),
  ])
  const wanted = all.flatMap(({ to }) =>
    typeof to?.position === 'number' ? [{ columnId: to.columnId, position: to.position }] : [],
  )
  const [states, taken, attached, relatives, covers] = await settleAll([
    queries.listColumnStates(tx, columns),
    queries.listTakenPositions(tx, wanted),
    queries.listStickersOf(tx, ids, stickerIds),
    queries.listFamily(
      tx,
      child.map(([id]) => id),
      unique(child.map(([, edit]) => edit.parentId)),
    ),
    queries.listCovers(tx, unique(all.map(edit => edit.fields?.coverId))),
  ])
  const byTask = Map.groupBy(attached, ({ taskId }) => taskId)
  const roles = new Map(members.map(({ projectId, userId, role }) => [`${projectId} ${userId}`, role]))
  return {
    tasks: new Map(tasks.map(task => [task.id, task])),
    roleOf: (projectId, userId) => roles.get(`${projectId} ${userId}`),
    priorityIds: new Set(priorityIds),
    cycles,
    covers,
    stickers: new Map(stickers.map(sticker => [sticker.id, sticker])),
    stickersOf: taskId =>
      new Map((byTask.get(taskId) ?? []).map(({ stickerId, attachedAt }) => [stickerId, attachedAt])),
    fields,
    family: createFamily(relatives),
    places: createPlaces(columns, states, taken, wanted),
  }
}

function assigneesIn(edit: TaskEdit) {
  const { assigneeId, assigneeIds = [], addAssigneeIds = [] } = assigneesOf(edit) ?? {}
  return [assigneeId, ...assigneeIds, ...addAssigneeIds]
}

function unique(ids: (number | null | undefined)[]) {
  return [...new Set(ids.filter(id => typeof id === 'number'))]
}

/** A bulk change asks for the same edit of every task. */
function distinctInputs(edits: TaskEdit[]) {
  return [...new Set(edits.map(({ customFields }) => customFields))]
}
