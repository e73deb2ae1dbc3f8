import { DomainError } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import { createComment } from '#tasks/comments/comment.commands.ts'
import { attachSticker, detachSticker } from '#tasks/stickers/sticker.commands.ts'
import { updateTask } from '#tasks/task.commands.ts'
import type { Task } from '#tasks/task.contract.ts'
import { createTask } from '#templates/use.commands.ts'
import { resolveDay } from '#views/filter-values.contract.ts'
import { enqueueWebhook } from '#webhooks/enqueue-webhook.ts'
import { fillPlaceholders } from './placeholders.ts'
import type { Action, ActionType, RuleChange } from './rule.contract.ts'
import type { WaitingRun } from './run.queries.ts'
import { documentOf } from './run-document.ts'

/** What an action works with. */
export interface Running {
  run: WaitingRun
  /** The robot “Automation” of the project. */
  robot: Actor
  /** Undefined for a schedule that runs once, not for each task. */
  task: Task | undefined
  today: string
}

type Given<Part extends keyof Action> = Action & { [Name in Part]-?: NonNullable<Action[Name]> }
type Run<Part extends keyof Action = never> = (
  deps: Deps,
  running: Running,
  action: Given<Part>,
) => Promise<unknown>

const runs: Record<ActionType, Run<never>> = {
  set_fields: forTask<'change'>((deps, { robot, task, today }, { change }) =>
    updateTask(deps, robot, task.id, onDays(change, today)),
  ),
  // Without neighbours, a task that is in the column already stays where it is.
  move: forTask<'columnId'>((deps, { robot, task }, { columnId }) =>
    updateTask(deps, robot, task.id, { columnId }),
  ),
  assign: forTask<'assigneeIds'>((deps, { robot, task }, { assigneeIds }) =>
    updateTask(deps, robot, task.id, { assigneeIds }),
  ),
  add_sticker: forTask<'stickerId'>((deps, { robot, task }, { stickerId }) =>
    unless('sticker_already_attached', attachSticker(deps, robot, task.id, { stickerId })),
  ),
  remove_sticker: forTask<'stickerId'>((deps, { robot, task }, { stickerId }) =>
    unless('sticker_not_found', detachSticker(deps, robot, task.id, stickerId)),
  ),
  comment: forTask<'text'>((deps, running, { text }) =>
    createComment(deps, running.robot, running.task.id, { text: filled(deps, running, text) }),
  ),
  notify: notifyUsers as Run<never>,
  create_from_template: useTemplate as Run<never>,
  webhook: sendToWebhook as Run<never>,
}

/** Does one action, as the robot, in the transaction of the run. */
export function runAction(deps: Deps, running: Running, action: Action) {
  return runs[action.type](deps, running, action as never)
}

type TaskRun<Part extends keyof Action> = (
  deps: Deps,
  running: Running & { task: Task },
  action: Given<Part>,
) => Promise<unknown>

function forTask<Part extends keyof Action>(work: TaskRun<Part>): Run<never> {
  return async (deps, running, action) => {
    const { task } = running
    if (!task) throw new Conflict('automation_needs_task')
    return work(deps, { ...running, task }, action as unknown as Given<Part>)
  }
}

/** What is so already needs no change. */
async function unless(code: string, change: Promise<unknown>) {
  await change.catch(error => {
    if (!(error instanceof DomainError && error.code === code)) throw error
  })
}

function onDays({ startDate, dueDate, ...change }: RuleChange, today: string) {
  return {
    ...change,
    ...(startDate !== undefined && { startDate: startDate && resolveDay(startDate, today) }),
    ...(dueDate !== undefined && { dueDate: dueDate && resolveDay(dueDate, today) }),
  }
}

function filled({ settings }: Deps, { run, task }: Running, text: string) {
  const { projectName: name, projectKey: key, actorName } = run
  return fillPlaceholders(text, {
    task,
    project: { name, key },
    actorName,
    frontendUrl: settings.FRONTEND_URL,
  })
}

function notifyUsers(deps: Deps, running: Running, { userIds, text }: Given<'userIds' | 'text'>) {
  const { run, robot, task } = running
  const { projectId, automationId, name } = run
  return inTransaction(deps, async (_tx, emit) => {
    const after = { automationId, name, text: filled(deps, running, text) }
    const about = { projectId, actorId: robot.id, ...(task && { boardId: task.boardId, taskId: task.id }) }
    await emit({ type: 'automation.notified', ...about, affectedIds: userIds, after })
  })
}

/** What the template makes becomes a sub-task of the task, in the first column of its board. */
async function useTemplate(deps: Deps, { robot, task }: Running, { templateId }: Given<'templateId'>) {
  const { item } = await createTask(deps, robot, { templateId, ...(task && { boardId: task.boardId }) })
  if (task) await updateTask(deps, robot, item.id, { parentId: task.id })
}

function sendToWebhook(deps: Deps, { run }: Running, { webhookId }: Given<'webhookId'>) {
  return inTransaction(deps, async tx => {
    const { projectId } = run
    const document = await documentOf(tx, deps, run)
    const isSent = await enqueueWebhook(tx, { projectId, webhookId, document, now: deps.now() })
    if (!isSent) throw new Conflict('automation_webhook_off')
  })
}
