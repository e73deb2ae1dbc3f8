import assert from 'node:assert/strict'
import { sendForm } from '@atrium/testing/forms'
import type { BothServices } from '../both-services.ts'
import { createTeam, type Team, type User } from '../team.ts'

/** A project that has something of every kind that an export knows. */
export async function createFullProject(services: BothServices) {
  const team = await createTeam(services)
  const { manager, member, viewer, project, boardId, toDo, inProgress, done } = team
  /** Returns the record that the request answers with. */
  const create = async (user: User, url: string, body: object = {}, method: 'POST' | 'PUT' = 'POST') => {
    const response = await user.call(method, url, body)
    assert.equal(response.statusCode, 200, `${url}: ${response.body}`)
    return response.json().item as { id: number; options: { id: number }[] }
  }
  const size = await create(manager, `/project/${project.id}/field`, {
    name: 'Size',
    type: 'select',
    options: [{ name: 'Large' }, { name: 'Small' }],
  })
  const reviewer = await create(manager, `/project/${project.id}/field`, { name: 'Reviewer', type: 'person' })
  const cycle = await create(manager, `/project/${project.id}/cycle`, {
    name: 'Sprint 1',
    startDate: '2026-03-02',
    endDate: '2026-03-15',
    goal: 'Ship it',
  })
  await create(manager, `/project/${project.id}/milestone`, { name: 'Fair', date: '2026-04-01' })
  const sticker = await create(manager, `/sticker`, { projectId: project.id, name: 'Bug', color: '#cc3300' })
  const parent = await create(member, '/task', {
    title: 'Write the notes 🗒',
    description: `For @[${viewer.id}]`,
    columnId: toDo,
    assigneeIds: [member.id, manager.id],
    dueDate: '2026-03-10',
    cycleId: cycle.id,
    estimateSeconds: 3600,
    fields: { [size.id]: size.options[1]?.id, [reviewer.id]: viewer.id },
  })
  const child = await create(member, '/task', { title: 'Check them', columnId: toDo, parentId: parent.id })
  const trashed = await create(member, '/task', { title: 'Never mind', columnId: inProgress })
  const gone = await create(member, '/task', { title: 'Gone', columnId: inProgress })
  await create(member, `/task/${parent.id}/sticker`, { stickerId: sticker.id })
  await create(member, `/task/${parent.id}/checklist`, { title: 'First' })
  await create(member, `/task/${parent.id}/relation`, { type: 'blocks', taskId: child.id })
  await create(member, `/task/${parent.id}/watch`, {}, 'PUT')
  for (const user of [viewer, member]) await user.call('PUT', `/task/${parent.id}/vote`)
  await create(member, `/task/${child.id}/recurrence`, { rule: 'FREQ=WEEKLY' }, 'PUT')
  const comment = await create(member, `/task/${parent.id}/comment`, {
    text: `@[${manager.id}] please look. See @[999999]`,
  })
  const reply = { text: 'I look', replyToId: comment.id }
  await create(manager, `/task/${parent.id}/comment`, reply)
  await manager.call('PUT', `/comment/${comment.id}/reaction/${encodeURIComponent('👍')}`)
  for (const [taskId, name] of [
    [parent.id, 'notes.txt'],
    [child.id, 'copy of notes.txt'],
  ] as const) {
    const parts = { file: { name, content: 'some notes' } }
    const response = await sendForm(services, member.token, `/task/${taskId}/attachment`, parts)
    assert.equal(response.statusCode, 200, response.body)
  }
  await create(member, '/time-interval', {
    taskId: parent.id,
    startedAt: '2026-03-02T09:00:00.123Z',
    endedAt: '2026-03-02T10:00:00Z',
    note: 'Outline',
  })
  await create(member, `/task/${parent.id}/move-to-column`, { columnId: done })
  await create(member, `/task/${parent.id}`, { isArchived: true }, 'PUT')
  await create(manager, `/board/column/${done}`, { archiveAfterDays: 30 }, 'PUT')
  await create(manager, `/board/${boardId}`, { background: 'teal' }, 'PUT')
  await member.call('DELETE', `/task/${trashed.id}`)
  await member.call('DELETE', `/task/${gone.id}`)
  await team.owner.call('DELETE', `/task/${gone.id}/hard`)
  await create(manager, '/view', {
    projectId: project.id,
    name: 'Mine to review',
    isShared: true,
    filter: `board = ${boardId} and (cf${reviewer.id} = ${viewer.id} or cf${size.id} = ${size.options[0]?.id})`,
    groupBy: `cf${size.id}`,
    columns: [{ name: 'title' }, { name: `cf${size.id}`, width: 120 }],
  })
  await create(manager, `/task/${parent.id}/template`, { name: 'Notes' })
  await create(manager, `/project/${project.id}/intake`, { isEnabled: true }, 'PUT')
  await create(manager, `/project/${project.id}/intake-form`, {
    name: 'Tell us',
    columnId: toDo,
    introduction: 'What is missing?',
    email: 'required',
    fields: [{ fieldId: size.id, isRequired: true }],
    dailyLimit: 7,
  })
  await create(manager, `/project/${project.id}/webhook`, {
    url: 'https://receiver.example.org/hook',
    types: ['task.*'],
  })
  return { team, parentId: parent.id, trashedId: trashed.id }
}

export function exportOf(services: BothServices, team: Team, query = '') {
  return services.app.inject({
    url: `/project/${team.project.id}/export${query}`,
    headers: { authorization: `Bearer ${team.manager.token}` },
  })
}
