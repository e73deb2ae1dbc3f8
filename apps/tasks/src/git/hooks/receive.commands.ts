import { DomainError } from '@atrium/core/errors'
import { inOneTransaction } from '@atrium/database/outer-transaction'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { listColumnsFor } from '#tasks/bulk/bulk.queries.ts'
import { moveTask } from '#tasks/task.commands.ts'
import {
  type LinkedTask,
  listLinked,
  listTasksByNumber,
  updateLinkMarks,
  upsertLinks,
} from '../links.queries.ts'
import type { LinkKind, LinkState } from '../repository.contract.ts'
import { insertDelivery, type ReportingRepository } from '../repository.queries.ts'
import type { PullRequest, Push } from './payload.ts'
import { closedTasks, namedTasks } from './references.ts'

/** The most commits of one push that are read; the newest come last. */
const MAX_COMMITS = 100
const MAX_TASKS = 50
const MAX_TITLE = 500

/** A commit or a pull request, and the numbers of the tasks that it names. */
interface Change {
  kind: LinkKind
  reference: string
  title: string
  url: string
  state: LinkState
  branch: string
  named: number[]
  /** The tasks that it completes once it is in the default branch. */
  closed: number[]
}

/**
 * Links the tasks that a delivery names and completes those that it closes, in one transaction: a delivery that is repeated finds
 * that it was handled.
 */
export function receiveDelivery(
  deps: Deps,
  repository: ReportingRepository,
  delivery: string,
  event: Push | PullRequest | undefined,
) {
  return inOneTransaction(deps.db, async () => {
    const isNew = await insertDelivery(deps.db, repository, delivery, deps.now().toISOString())
    const { projectKey, archivedAt } = repository
    if (!isNew || !event || !projectKey || archivedAt) return
    const changes = event.kind === 'push' ? commitsOf(event, projectKey) : [requestOf(event, projectKey)]
    if (changes.length > 0) await link(deps, repository, changes)
  })
}

function commitsOf({ commits, branch, isDefaultBranch }: Push, projectKey: string): Change[] {
  const state = isDefaultBranch ? 'merged' : 'open'
  return commits.slice(-MAX_COMMITS).map(({ reference, message, url }) => ({
    kind: 'commit',
    reference: reference.slice(0, 100),
    title: titleOf(message),
    url,
    state,
    branch,
    named: namedTasks(projectKey, { texts: [message], branch: isDefaultBranch ? '' : branch }),
    closed: isDefaultBranch ? closedTasks(projectKey, [message]) : [],
  }))
}

function requestOf(request: PullRequest, projectKey: string): Change {
  const { title, description, branch, isForDefaultBranch, state } = request
  const texts = [title, description]
  return {
    ...request,
    title: titleOf(title),
    named: namedTasks(projectKey, { texts, branch }),
    closed: isForDefaultBranch && state === 'merged' ? closedTasks(projectKey, texts) : [],
  }
}

/** The first line, or what there is if that is empty. */
function titleOf(text: string) {
  const [line = ''] = text.trim().split(/[\r\n\u2028\u2029]/)
  return (
    Array.from(line.replace(/\p{Cc}/gu, ' ').trim())
      .slice(0, MAX_TITLE)
      .join('') || '…'
  )
}

async function link(deps: Deps, repository: ReportingRepository, changes: Change[]) {
  const { db } = deps
  const { projectId } = repository
  const [{ kind }] = changes as [Change]
  const references = changes.map(({ reference }) => reference)
  const linked = await listLinked(db, repository, kind, references)
  const numbers = changes.flatMap(({ named }) => named.slice(0, MAX_TASKS))
  const tasks = new Map((await listTasksByNumber(db, projectId, numbers)).map(task => [task.number, task]))
  const links = changes.flatMap(change => {
    const earlier = linked.filter(({ reference }) => reference === change.reference)
    const known = earlier.filter(({ deletedAt }) => !deletedAt).map(link => ({ ...link, id: link.taskId }))
    const named = change.named.flatMap(number => tasks.get(number) ?? [])
    const concerned = new Map<number, LinkedTask>([...known, ...named].map(task => [task.id, task]))
    return [...concerned.values()].map(task => {
      const before = earlier.find(({ taskId }) => taskId === task.id)
      // A host may send events in another order than they happened; what is merged stays merged.
      return { change, task, before, state: before?.state === 'merged' ? before.state : change.state }
    })
  })
  const completed = links.filter(
    ({ change, task, before }) => change.closed.includes(task.number) && before?.state !== 'merged',
  )
  const news = links.filter(
    ({ change, before, state }) => !before || before.state !== state || before.title !== change.title,
  )
  for (const id of new Set(completed.map(({ task }) => task.id))) await completeTask(deps, repository, id)
  if (news.length > 0) await record(deps, repository, news)
}

interface NewLink {
  change: Change
  task: LinkedTask
  before: { state: LinkState; title: string } | undefined
  state: LinkState
}

/** Stores links and what they change. A task can get several commits of one push, and is marked once. */
function record(deps: Deps, repository: ReportingRepository, news: NewLink[]) {
  const now = deps.now().toISOString()
  const { projectId, id: repositoryId, robotId: actorId, name } = repository
  return inTransaction(deps, async (tx, emit) => {
    const ids = await upsertLinks(
      tx,
      news.map(({ change: { kind, reference, title, url, branch }, task, state }) => ({
        projectId,
        taskId: task.id,
        repositoryId,
        kind,
        reference,
        title,
        url,
        state,
        branch: branch || null,
        createdAt: now,
        updatedAt: now,
      })),
    )
    await updateLinkMarks(
      tx,
      projectId,
      [...new Set(news.map(({ task }) => task.id))].sort((one, other) => one - other),
    )
    for (const [index, { change, task, before, state }] of news.entries()) {
      const { kind, reference, title, url } = change
      const about = { projectId, boardId: task.boardId, taskId: task.id, actorId }
      const after = { linkId: ids[index] as number, kind, reference, title, url, state, repository: name }
      if (!before) await emit({ ...about, type: 'link.added', after })
      else
        await emit({
          ...about,
          type: 'link.updated',
          before: { ...after, title: before.title, state: before.state },
          after,
        })
    }
  })
}

/** Completes a task like a move to the column for completed tasks: a full column refuses it, and it stays open. */
async function completeTask(deps: Deps, { robotId }: ReportingRepository, taskId: number) {
  const [target] = await listColumnsFor(deps.db, [taskId], true)
  if (!target?.columnId) return
  const robot: Actor = { id: robotId, passportId: 0, roles: [], permissions: new Set() }
  try {
    const task = await deps.db
      .selectFrom('tasks')
      .where('id', '=', taskId)
      .select('completedAt')
      .executeTakeFirst()
    if (task && !task.completedAt) await moveTask(deps, robot, taskId, { columnId: target.columnId })
  } catch (error) {
    // What may succeed later is left to the host, which sends the delivery again.
    if (!(error instanceof DomainError) || error.statusCode >= 500) throw error
    deps.log.info({ code: error.code, taskId }, 'a task that a commit closes stays open')
  }
}
