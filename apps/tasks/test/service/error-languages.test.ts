import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCatalogue } from '@atrium/testing/catalogues'
import type { InjectOptions } from 'fastify'
import { errorCatalogue } from '#errors.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const { owner, member, viewer, stranger, project, boardId, toDo } = await createTeam(services)

async function errorOf({ token }: User, method: InjectOptions['method'], url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'ru' }
  return (await services.app.inject({ method, url, payload, headers })).json().error
}

test('field errors are in the language of the request', async () => {
  const error = await errorOf(member, 'POST', '/task', { title: ' ', columnId: 0, dueDate: 'soon' })
  assert.equal(error.message, 'Проверьте поля: есть ошибки')
  assert.deepEqual(error.details.errors, {
    title: ['не может быть пустым'],
    columnId: ['минимум 1'],
    dueDate: ['введите дату, например 2026-01-31'],
  })
})

test('so are errors of rules that involve other records', async () => {
  const { errors } = (
    await errorOf(member, 'POST', '/task', { title: 'x', columnId: toDo, assigneeId: stranger.id })
  ).details
  assert.deepEqual(errors, { assigneeId: ['выберите участника проекта'] })
  const now = new Date()
  const hour = (number: number) => new Date(now.getTime() + number * 3_600_000).toISOString()
  const task = (await member.call('POST', '/task', { title: 'x', columnId: toDo })).json().item
  const interval = { taskId: task.id, startedAt: hour(-1), endedAt: hour(-2) }
  const wrong = await errorOf(member, 'POST', '/time-interval', interval)
  assert.deepEqual(wrong.details.errors, { endedAt: ['конец должен быть позже начала'] })
})

test('role names are translated, and the error parameters are not', async () => {
  assert.deepEqual(await errorOf(viewer, 'POST', '/task', { title: 'x', columnId: toDo }), {
    code: 403,
    message: 'Ваша роль в проекте — «наблюдатель», а для этого нужна роль «участник»',
    details: {
      reason: 'role_too_low',
      kind: 'forbidden',
      role: 'viewer',
      requiredRole: 'member',
      right: 'task.write',
    },
  })
  const outside = await errorOf(stranger, 'GET', `/project/${project.id}`)
  assert.equal(outside.message, 'Вы не участвуете в этом проекте')
})

test('numbers use the correct plural form', async () => {
  const title = 'Review'
  const column = (await owner.call('POST', `/board/${boardId}/column`, { title, wipLimit: 1 })).json().item
  await member.call('POST', '/task', { title: 'x', columnId: column.id })
  const error = await errorOf(member, 'POST', '/task', { title: 'y', columnId: column.id })
  assert.match(error.message, /^Колонка «Review» заполнена: её лимит — 1 задача;/)
  assert.equal(error.details.reason, 'wip_limit_reached')
})

test('not-found messages use the correct grammatical gender', async () => {
  const names = []
  for (const path of ['/task/999999', '/board/999999', '/project/999999'])
    names.push((await errorOf(member, 'GET', path)).message)
  assert.deepEqual(names, ['Задача не найдена', 'Доска не найдена', 'Проект не найден'])
})

test('every error has the same parameters in both languages', () => {
  checkCatalogue(errorCatalogue)
})
