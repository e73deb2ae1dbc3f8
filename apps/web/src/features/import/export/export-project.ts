import type { Board, BoardWithColumns } from '@atrium/tasks/boards/board.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { Project } from '@atrium/tasks/projects/project.contract'
import type { Attachment } from '@atrium/tasks/tasks/attachments/attachment.contract'
import type { ChecklistItem } from '@atrium/tasks/tasks/checklist/checklist.contract'
import type { Comment } from '@atrium/tasks/tasks/comments/comment.contract'
import type { Sticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { get, type Item, type List } from '@atrium/ui/api'

export type ExportFormat = 'json' | 'csv'

const PARALLEL = 4
const PAGE = 1000

/** What is left and right of the bar. */
type OnProgress = (done: number, total: number) => void

/** Everything of a project that its members see, as the API itself says it. */
export async function exportProject(project: Project, onProgress: OnProgress, signal: AbortSignal) {
  const { boards, stickers, members, tasks } = await exportLists(project.id, signal)
  let done = 0
  onProgress(done, tasks.length)
  const complete = await mapInParallel(tasks, async task => {
    const details = await detailsOf(task, signal)
    done += 1
    onProgress(done, tasks.length)
    return { ...task, ...details }
  })
  return { format: 'atrium-project', version: 1, project, members, boards, stickers, tasks: complete }
}

export async function exportLists(projectId: number, signal: AbortSignal) {
  const [boards, stickers, members, tasks] = await Promise.all([
    everyPage<Board>(`/project/${projectId}/board`, {}, signal),
    everyPage<Sticker>('/sticker', { projectId }, signal),
    everyPage<Member>(`/project/${projectId}/member`, {}, signal),
    everyPage<Task>('/task', { projectId, orderBy: 'position' }, signal),
  ])
  const withColumns = await mapInParallel(
    boards,
    async ({ id }) => (await get<Item<BoardWithColumns>>(`/board/${id}`, {}, signal)).item,
  )
  return { boards: withColumns, stickers, members, tasks }
}

/** Only what there is to ask for: most tasks have neither comments nor files. */
async function detailsOf(task: Task, signal: AbortSignal) {
  const of = <T>(count: number, what: string) =>
    count > 0 ? everyPage<T>(`/task/${task.id}/${what}`, {}, signal) : []
  return {
    comments: await of<Comment>(task.commentCount, 'comment'),
    checklist: await of<ChecklistItem>(task.checklistTotal, 'checklist'),
    attachments: await of<Attachment>(task.attachmentCount, 'attachment'),
  }
}

async function everyPage<T>(path: string, query: Record<string, string | number>, signal: AbortSignal) {
  const items: T[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await get<List<T>>(path, { ...query, limit: PAGE, page }, signal)
    items.push(...list.items)
    pages = list._meta.pages
  }
  return items
}

async function mapInParallel<Input, Output>(inputs: Input[], work: (input: Input) => Promise<Output>) {
  const outputs: Output[] = []
  const queue = inputs.entries()
  const worker = async () => {
    for (const [index, input] of queue) outputs[index] = await work(input)
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return outputs
}
