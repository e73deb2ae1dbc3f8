import type { APIRequestContext } from '@playwright/test'
import { tasksUrl } from './atrium.ts'

/** Creates a project with data for each of its pages, as the signed-in user. */
export async function createSampleData(request: APIRequestContext) {
  const call = async (path: string, data: object = {}) => {
    const response = await request.post(`${tasksUrl}${path}`, { data, headers: { origin: tasksUrl } })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()).item
  }
  const project = await call('/project', {
    name: 'Website relaunch',
    description: 'Redesign the online shop by spring.',
    type: 'agency',
  })
  const board = await call(`/project/${project.id}/board`, { name: 'Design' })
  const sticker = await call('/sticker', { name: 'client', color: '#1971c2', projectId: project.id })
  const titles = ['Sketch the home page', 'Choose the typefaces', 'Ask for photographs', 'Old idea']
  const tasks = []
  for (const [index, title] of titles.entries()) {
    tasks.push(
      await call('/task', {
        boardId: board.id,
        title,
        description: 'With **care**, and a [link](https://example.org).',
        dueDate: new Date(Date.now() + (index - 1) * 86_400_000).toISOString().slice(0, 10),
        assigneeId: project.ownerId,
      }),
    )
  }
  const [task, , , deleted] = tasks
  const deletedBoard = await call(`/project/${project.id}/board`, { name: 'Last year' })
  await call(`/task/${task.id}/sticker`, { stickerId: sticker.id })
  await call(`/task/${task.id}/comment`, { text: 'Two **variants**, please.' })
  await call(`/task/${task.id}/checklist`, { title: 'Paper first' })
  await call('/time-interval', {
    taskId: task.id,
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    duration: 1800,
  })
  await call(`/project/${project.id}/invite`, { email: 'guest@example.org', role: 'member' })
  await call('/feedback/rating', { speed: 5, functionality: 4, design: 5, usability: 4 })
  await call('/feedback/idea', {
    type: 'feature',
    title: 'A picture of the board',
    description: 'For reports.',
  })
  for (const path of [`/task/${deleted.id}`, `/board/${deletedBoard.id}`]) {
    await request.delete(tasksUrl + path, { headers: { origin: tasksUrl } })
  }
  return { projectId: project.id, boardId: board.id, taskId: task.id }
}
