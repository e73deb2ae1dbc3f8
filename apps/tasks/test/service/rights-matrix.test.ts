import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { contractsOf } from '@atrium/http/routes/operation'
import { callOutcome, outcomeOf } from '@atrium/testing/calls'
import { longTest } from '@atrium/testing/long-test'
import { sql } from 'kysely'
import { insertBoard } from '#boards/board.commands.ts'
import { insertMember, insertProject } from '#projects/project.queries.ts'
import { saveGroup } from '#projects/teams/team.queries.ts'
import { actorOfToken } from '#sign-in/session.ts'
import type { BulkChange } from '#tasks/bulk/bulk.contract.ts'
import { applicationToken, createApplication, personalToken } from '../api-clients.ts'
import { sharedServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createGuest, createUser, type User } from '../team.ts'

/** What each project role is allowed to do: method, path and roles. Everyone else gets a 403. */
const table = `
GET    /project/:id                        viewer member manager owner
PUT    /project/:id                        owner
DELETE /project/:id                        owner
POST   /project/:id/restore                owner
GET    /project/:id/export                 manager owner
GET    /project/:id/files                  viewer member manager owner
GET    /project/:id/hold                   owner
GET    /project/:id/activity               viewer member manager owner
GET    /project/:id/time-report            viewer member manager owner
GET    /project/:id/overview               viewer member manager owner
GET    /project/:id/report/flow            viewer member manager owner
GET    /project/:id/report/throughput      viewer member manager owner
GET    /project/:id/report/cycle-time      viewer member manager owner
GET    /project/:id/report/burn-up         viewer member manager owner
GET    /project/:id/report/estimates       viewer member manager owner
GET    /project/:id/report/burn-down       viewer member manager owner
GET    /project/:id/report/capacity        viewer member manager owner
GET    /project/:id/cycle                  viewer member manager owner
POST   /project/:id/cycle                  manager owner
PUT    /cycle/:id                          manager owner
DELETE /cycle/:id                          manager owner
POST   /cycle/:id/finish                   manager owner
GET    /project/:id/milestone              viewer member manager owner
POST   /project/:id/milestone              manager owner
PUT    /milestone/:id                      manager owner
DELETE /milestone/:id                      manager owner
GET    /project/:id/member                 viewer member manager owner
POST   /project/:id/member                 manager owner
PUT    /project/:id/member/:userId/role    manager owner
DELETE /project/:id/member/:userId         manager owner
GET    /project/:id/group                  viewer member manager owner
PUT    /project/:id/group/:groupId         manager owner
DELETE /project/:id/group/:groupId         manager owner
GET    /project/:id/available-group        manager owner
POST   /project/:id/invite                 manager owner
GET    /project/:id/invitation             manager owner
DELETE /project/:id/invitation             manager owner
GET    /project/:id/board                  viewer member manager owner
POST   /project/:id/board                  manager owner
POST   /project/:id/board/from-template    manager owner
POST   /project/:id/import                 manager owner
POST   /project/:id/template               manager owner
POST   /board/:id/template                 manager owner
POST   /task/:id/template                  manager owner
GET    /board/:id                          viewer member manager owner
GET    /board/:id/full                     viewer member manager owner
PUT    /board/:id                          manager owner
DELETE /board/:id                          manager owner
POST   /board/:id/restore                  manager owner
PUT    /board/:id/star                     viewer member manager owner
DELETE /board/:id/star                     viewer member manager owner
GET    /board/:id/column                   viewer member manager owner
POST   /board/:id/column                   manager owner
POST   /board/:id/column/reorder           manager owner
PUT    /board/column/:id                   manager owner
DELETE /board/column/:id                   manager owner
GET    /project/:id/field                  viewer member manager owner
POST   /project/:id/field                  manager owner
POST   /project/:id/field/reorder          manager owner
PUT    /field/:id                          manager owner
DELETE /field/:id                          manager owner
GET    /field/:id/type-change              manager owner
POST   /field/:id/change-type              manager owner
POST   /field/:id/option                   manager owner
POST   /field/:id/option/reorder           manager owner
PUT    /field/option/:id                   manager owner
DELETE /field/option/:id                   manager owner
GET    /task/:id                           viewer member manager owner
PUT    /task/:id                           member manager owner
DELETE /task/:id                           member manager owner
POST   /task/:id/move-to-column            member manager owner
POST   /task/:id/assign                    member manager owner
POST   /task/:id/restore                   member manager owner
DELETE /task/:id/hard                      owner
POST   /task/:id/duplicate                 member manager owner
POST   /task/:id/move-to-project           member manager owner
GET    /task/:id/watch                     viewer member manager owner
PUT    /task/:id/watch                     viewer member manager owner
DELETE /task/:id/watch                     viewer member manager owner
GET    /task/:id/vote                      viewer member manager owner
PUT    /task/:id/vote                      viewer member manager owner
DELETE /task/:id/vote                      viewer member manager owner
PUT    /task/:id/plan                      viewer member manager owner
DELETE /task/:id/plan                      viewer member manager owner
PUT    /task/:id/presence                  viewer member manager owner
GET    /task/:id/recurrence                viewer member manager owner
PUT    /task/:id/recurrence                member manager owner
DELETE /task/:id/recurrence                member manager owner
POST   /task/:id/recurrence/skip           member manager owner
POST   /task/:id/recurrence/unskip         member manager owner
PUT    /comment/:id/reaction/:emoji        member manager owner
DELETE /comment/:id/reaction/:emoji        member manager owner
GET    /task/:id/activity                  viewer member manager owner
GET    /task/:id/time-summary              viewer member manager owner
GET    /task/:id/comment                   viewer member manager owner
POST   /task/:id/comment                   member manager owner
PUT    /comment/:id                        member
DELETE /comment/:id                        member manager owner
GET    /task/:id/sticker                   viewer member manager owner
POST   /task/:id/sticker                   member manager owner
DELETE /task/:id/sticker/:stickerId        member manager owner
GET    /task/:id/attachment                viewer member manager owner
POST   /task/:id/attachment                member manager owner
GET    /attachment/:id                     viewer member manager owner
GET    /attachment/:id/content             viewer member manager owner
DELETE /attachment/:id                     member manager owner
GET    /task/:id/checklist                 viewer member manager owner
POST   /task/:id/checklist                 member manager owner
PUT    /checklist/:id                      member manager owner
POST   /checklist/:id/convert              member manager owner
GET    /task/:id/subtask                   viewer member manager owner
GET    /task/:id/relation                  viewer member manager owner
POST   /task/:id/relation                  member manager owner
DELETE /task/:id/relation/:relationId      member manager owner
DELETE /checklist/:id                      member manager owner
PUT    /time-interval/:id                  member manager owner
DELETE /time-interval/:id                  member manager owner
GET    /project/:id/webhook                manager owner
POST   /project/:id/webhook                manager owner
GET    /webhook/:id                        manager owner
PUT    /webhook/:id                        manager owner
DELETE /webhook/:id                        manager owner
POST   /webhook/:id/test                   manager owner
POST   /webhook/:id/rotate-secret          manager owner
GET    /webhook/:id/delivery               manager owner
POST   /webhook/delivery/:id/resend        manager owner
GET    /project/:id/automation             manager owner
POST   /project/:id/automation             manager owner
GET    /automation/:id                     manager owner
PUT    /automation/:id                     manager owner
DELETE /automation/:id                     manager owner
GET    /automation/:id/run                 manager owner
POST   /automation/:id/press               member manager owner
GET    /task/:id/automation                member manager owner
GET    /project/:id/repository             manager owner
POST   /project/:id/repository             manager owner
DELETE /repository/:id                     manager owner
GET    /board/:id/share                    manager owner
POST   /board/:id/share                    manager owner
DELETE /share/:id                          manager owner
GET    /project/:id/intake                 manager owner
PUT    /project/:id/intake                 manager owner
GET    /project/:id/intake-form            manager owner
POST   /project/:id/intake-form            manager owner
PUT    /intake-form/:id                    manager owner
DELETE /intake-form/:id                    manager owner
GET    /task/:id/link                      viewer member manager owner
`

const rows = table
  .trim()
  .split('\n')
  .map(row => row.split(/ +/))
  .map(([method = '', path = '', ...allowed]) => ({ method, path, allowed }))
type Row = (typeof rows)[number]

const services = await sharedServices()
const { db, storage } = services.deps
const roles = ['viewer', 'member', 'manager', 'owner'] as const
type Role = (typeof roles)[number]
const people = {} as Record<Role | 'stranger' | 'candidate' | 'guest', User>
let worlds = 0
let groupId = 0

before(async () => {
  for (const name of [...roles, 'stranger', 'candidate', 'guest'] as const)
    people[name] = await createUser(services)
  const group = services.identityDeps.db.insertInto('groups').values({ name: 'Team' })
  groupId = (await group.returning('id').executeTakeFirstOrThrow()).id
})

/** A project with one record of each kind, created by its member, with texts that occur nowhere else. */
async function createWorld() {
  worlds += 1
  const secret = `secret${worlds}x`
  const makerId = people.member.id
  return db.transaction().execute(async tx => {
    const otherProjectId = await insertProject(tx, {
      name: 'Another',
      type: 'agency',
      ownerId: people.owner.id,
    })
    await insertBoard(tx, otherProjectId, { name: 'Another' })
    for (const name of [...roles, 'stranger'] as const)
      await insertMember(tx, otherProjectId, people[name].id, 'member')
    const projectId = await insertProject(tx, { name: secret, type: 'agency', ownerId: people.owner.id })
    for (const role of roles) await insertMember(tx, projectId, people[role].id, role)
    await saveGroup(tx, { id: groupId, name: 'Team', source: 'local', memberIds: [], memberCount: 0 })
    await tx.insertInto('projectGroups').values({ projectId, groupId, role: 'viewer' }).execute()
    await insertMember(tx, projectId, people.guest.id, 'viewer')
    const boardId = await insertBoard(tx, projectId, { name: secret })
    const columns = await tx
      .selectFrom('boardColumns')
      .where('boardId', '=', boardId)
      .select('id')
      .orderBy('position')
      .execute()
    const [columnId = 0, otherColumnId = 0] = columns.map(({ id }) => id)
    const one = async (table: string, values: Record<string, unknown>) => {
      const names = sql.join(Object.keys(values).map(name => sql.ref(name)))
      const { rows } = await sql<{
        id: number
      }>`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(values))}) returning id`.execute(
        tx,
      )
      return rows[0]?.id as number
    }
    const taskId = await one('tasks', {
      project_id: projectId,
      board_id: boardId,
      column_id: columnId,
      number: 1,
      title: secret,
      due_date: '2026-01-05',
      priority_id: 2,
      creator_id: makerId,
      position: 0,
    })
    const commentId = await one('comments', { task_id: taskId, author_id: makerId, text: secret })
    const stickerId = await one('stickers', { project_id: projectId, name: secret, color: '#ff0000' })
    const attachedId = await one('stickers', { project_id: projectId, name: `${secret}2`, color: '#00ff00' })
    await tx.insertInto('taskStickers').values({ taskId, projectId, stickerId: attachedId }).execute()
    const key = secret.padEnd(32, '0').replace(/[^0-9a-f]/g, 'a')
    await storage.put(key, content(secret), secret.length)
    const attachmentId = await one('attachments', {
      task_id: taskId,
      uploader_id: makerId,
      key,
      name: `${secret}.txt`,
      type: 'application/octet-stream',
      size: secret.length,
      sha256: '0'.repeat(64),
    })
    const checklistId = await one('checklist_items', { task_id: taskId, title: secret, position: 0 })
    const related = {
      project_id: projectId,
      board_id: boardId,
      column_id: columnId,
      title: secret,
      priority_id: 2,
      creator_id: makerId,
    }
    const relatedId = await one('tasks', { ...related, number: 2, position: 1000 })
    const relationId = await one('task_relations', {
      type: 'blocks',
      from_task_id: relatedId,
      to_task_id: taskId,
    })
    const intervalId = await one('time_intervals', {
      task_id: taskId,
      user_id: makerId,
      started_at: '2026-01-05T10:00:00Z',
      ended_at: '2026-01-05T11:00:00Z',
      source: 'manual',
      note: secret,
    })
    const viewId = await one('saved_views', {
      project_id: projectId,
      owner_id: makerId,
      name: secret,
      kind: 'table',
      is_shared: true,
    })
    const template = { owner_id: makerId, name: secret, preview: noPreview, description: secret }
    const ofTemplate = (tasks: object) => JSON.stringify({ tasks, columns: [{ title: secret }] })
    const templateId = await one('templates', {
      ...template,
      kind: 'task',
      project_id: projectId,
      content: ofTemplate([{ title: secret }]),
    })
    const boardTemplateId = await one('templates', {
      ...template,
      kind: 'board',
      project_id: projectId,
      content: ofTemplate([]),
    })
    const projectTemplateId = await one('templates', {
      ...template,
      kind: 'project',
      content: ofTemplate([]),
    })
    const recurrenceId = await one('task_recurrences', {
      task_id: taskId,
      mode: 'calendar',
      rule: 'FREQ=DAILY',
      start_date: '2026-01-05',
      from_date: '2099-01-05',
      next_date: '2099-01-05',
      time_zone: 'UTC',
      lead_days: 0,
      created_by: makerId,
    })
    await tx.updateTable('tasks').set({ recurrenceId }).where('id', '=', taskId).execute()
    const fieldId = await one('custom_fields', {
      project_id: projectId,
      name: secret,
      type: 'select',
      position: 0,
    })
    const optionId = await one('custom_field_options', {
      field_id: fieldId,
      name: secret,
      color: '#ff0000',
      position: 0,
    })
    const cycleId = await one('cycles', { project_id: projectId, name: secret, goal: secret })
    const milestoneId = await one('milestones', { project_id: projectId, name: secret, date: '2026-01-05' })
    const now = new Date().toISOString()
    const webhookId = await one('webhooks', {
      project_id: projectId,
      url: `https://receiver.invalid/${secret}`,
      types: ['task.*'],
      format: 'standard',
      language: 'en',
      is_enabled: true,
      secret: 'sealed with another key',
      created_at: now,
      updated_at: now,
    })
    const deliveryId = await one('webhook_deliveries', {
      project_id: projectId,
      webhook_id: webhookId,
      type: 'task.created',
      document: JSON.stringify({ secret }),
      next_attempt_at: now,
      created_at: now,
    })
    const repositoryId = await one('repositories', {
      project_id: projectId,
      name: secret,
      secret: '',
      robot_id: makerId,
    })
    const automationId = await one('automations', {
      project_id: projectId,
      name: secret,
      trigger: JSON.stringify({ type: 'button' }),
      condition: '',
      actions: JSON.stringify([{ type: 'comment', text: secret }]),
      is_enabled: true,
      saved_by: makerId,
      since_event_id: 0,
      enabled_at: now,
      created_at: now,
      updated_at: now,
    })
    const shareId = await one('share_links', {
      project_id: projectId,
      board_id: boardId,
      created_by: makerId,
      digest: secret,
      shows_comments: false,
      shows_files: false,
    })
    const formId = await one('intake_forms', {
      project_id: projectId,
      column_id: columnId,
      name: 'Form',
      token: secret,
      description: 'optional',
      email: 'hidden',
      fields: '[]',
      daily_limit: 10,
      is_enabled: true,
      created_at: now,
      updated_at: now,
    })
    await tx.updateTable('projects').set({ lastTaskNumber: 2 }).where('id', '=', projectId).execute()
    return {
      secret,
      projectId,
      otherProjectId,
      boardId,
      columnId,
      otherColumnId,
      columnIds: columns.map(({ id }) => id),
      taskId,
      commentId,
      stickerId,
      attachedId,
      attachmentId,
      checklistId,
      relatedId,
      relationId,
      intervalId,
      viewId,
      fieldId,
      optionId,
      cycleId,
      milestoneId,
      templateId,
      boardTemplateId,
      projectTemplateId,
      webhookId,
      deliveryId,
      repositoryId,
      automationId,
      shareId,
      formId,
    }
  })
}

const noPreview = JSON.stringify({
  columns: [],
  boardCount: 0,
  taskCount: 0,
  checklistCount: 0,
  stickerCount: 0,
  fieldCount: 0,
  viewCount: 0,
})

type World = Awaited<ReturnType<typeof createWorld>>

async function* content(text: string) {
  yield Buffer.from(text)
}

function urlIn(world: World, path: string) {
  const ids: [RegExp, number][] = [
    [/^\/project\/:id/, world.projectId],
    [/^\/board\/column\/:id/, world.otherColumnId],
    [/^\/board\/:id/, world.boardId],
    [/^\/task\/:id/, world.taskId],
    [/^\/comment\/:id/, world.commentId],
    [/^\/sticker\/:id/, world.stickerId],
    [/^\/attachment\/:id/, world.attachmentId],
    [/^\/checklist\/:id/, world.checklistId],
    [/^\/time-interval\/:id/, world.intervalId],
    [/^\/field\/option\/:id/, world.optionId],
    [/^\/field\/:id/, world.fieldId],
    [/^\/cycle\/:id/, world.cycleId],
    [/^\/milestone\/:id/, world.milestoneId],
    [/^\/webhook\/delivery\/:id/, world.deliveryId],
    [/^\/webhook\/:id/, world.webhookId],
    [/^\/repository\/:id/, world.repositoryId],
    [/^\/automation\/:id/, world.automationId],
    [/^\/share\/:id/, world.shareId],
    [/^\/intake-form\/:id/, world.formId],
  ]
  const [, id] = ids.find(([pattern]) => pattern.test(path)) ?? []
  assert.ok(id, `no record for ${path}`)
  return path
    .replace('type-change', 'type-change?type=text')
    .replace(/(?<=report\/)(burn-down|capacity)/, `$1?cycleId=${world.cycleId}`)
    .replace(':id', String(id))
    .replace(':userId', String(people.guest.id))
    .replace(':groupId', String(groupId))
    .replace(':stickerId', String(world.attachedId))
    .replace(':relationId', String(world.relationId))
    .replace(':emoji', encodeURIComponent('👍'))
}

/** A valid body, so that only the rights decide. */
function bodyFor({ method, path }: Pick<Row, 'method' | 'path'>, world: World): object | undefined {
  const { otherProjectId, columnId, otherColumnId, columnIds, stickerId, fieldId, optionId } = world
  const bodies: Record<string, object> = {
    'PUT /project/:id': { name: 'Renamed' },
    'PUT /task/:id/presence': { activity: 'viewing' },
    'POST /project/:id/member': { userId: people.candidate.id, role: 'member' },
    'PUT /project/:id/member/:userId/role': { role: 'member' },
    'PUT /project/:id/group/:groupId': { role: 'member' },
    'POST /project/:id/invite': { email: 'invited@example.org', role: 'member' },
    'POST /project/:id/board': { name: 'Another' },
    'POST /project/:id/board/from-template': { name: 'Another', builtIn: 'kanban' },
    'POST /project/:id/import': { tasks: [{ externalId: 'a', title: 'Imported' }] },
    'POST /project/:id/template': { name: 'Template' },
    'POST /board/:id/template': { name: 'Template' },
    'POST /task/:id/template': { name: 'Template' },
    'PUT /board/:id': { name: 'Renamed' },
    'POST /board/:id/column': { title: 'Another' },
    'POST /board/:id/column/reorder': { columnIds: columnIds.toReversed() },
    'PUT /board/column/:id': { title: 'Renamed' },
    'PUT /task/:id/plan': { day: '2026-03-02' },
    'PUT /task/:id/recurrence': { rule: 'FREQ=WEEKLY' },
    'POST /task/:id/recurrence/skip': {},
    'POST /task/:id/recurrence/unskip': { date: '2099-01-06' },
    'POST /project/:id/field': { name: 'Another', type: 'text' },
    'POST /project/:id/field/reorder': { fieldIds: [fieldId] },
    'PUT /field/:id': { name: 'Renamed' },
    'POST /field/:id/change-type': { type: 'text', losses: 'drop' },
    'POST /field/:id/option': { name: 'Another' },
    'POST /field/:id/option/reorder': { optionIds: [optionId] },
    'PUT /field/option/:id': { name: 'Renamed' },
    'POST /project/:id/cycle': { name: 'Another' },
    'PUT /cycle/:id': { name: 'Renamed' },
    'POST /cycle/:id/finish': {},
    'POST /project/:id/milestone': { name: 'Another', date: '2026-01-05' },
    'PUT /milestone/:id': { name: 'Renamed' },
    'PUT /task/:id': { title: 'Renamed' },
    'POST /task/:id/move-to-column': { columnId: otherColumnId },
    'POST /task/:id/duplicate': {},
    'POST /task/:id/move-to-project': { projectId: otherProjectId },
    'POST /task/:id/assign': { assigneeId: people.member.id },
    'POST /task/:id/comment': { text: 'Hello' },
    'PUT /comment/:id': { text: 'Edited' },
    'POST /task/:id/sticker': { stickerId },
    'POST /task/:id/checklist': { title: 'Another' },
    'PUT /checklist/:id': { isDone: true },
    'POST /checklist/:id/convert': {},
    'POST /task/:id/relation': { type: 'relatesTo', taskId: world.relatedId },
    'PUT /time-interval/:id': { note: 'Edited' },
    'POST /project/:id/webhook': { url: 'https://receiver.invalid/', types: ['task.*'] },
    'PUT /webhook/:id': { types: ['comment.*'] },
    'POST /project/:id/repository': { name: 'Another' },
    'POST /project/:id/automation': {
      name: 'Another',
      trigger: { type: 'created' },
      actions: [{ type: 'comment', text: 'Hello' }],
    },
    'PUT /automation/:id': { name: 'Renamed' },
    'POST /automation/:id/press': { taskId: world.taskId },
    'POST /board/:id/share': {},
    'PUT /project/:id/intake': { isEnabled: true },
    'POST /project/:id/intake-form': { name: 'Another', columnId },
    'PUT /intake-form/:id': { name: 'Renamed' },
    'POST /task': { title: 'Another', columnId },
  }
  return bodies[`${method} ${path}`]
}

function send(user: User, row: Pick<Row, 'method' | 'path'>, world: World) {
  const url = urlIn(world, row.path)
  const method = row.method as 'GET'
  if (row.method !== 'POST' || row.path !== '/task/:id/attachment') {
    return user.call(method, url, bodyFor(row, world))
  }
  const payload =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${user.token}` }
  return services.app.inject({ method, url, payload, headers })
}

/** Every record of a project, to check that nothing has changed. */
async function snapshot({ projectId, boardId, taskId }: World) {
  const { rows } = await sql<{ all: string }>`select jsonb_build_array(
    (select jsonb_agg(p) from projects p where id = ${projectId}),
    (select jsonb_agg(m order by user_id) from project_members m where project_id = ${projectId}),
    (select jsonb_agg(g order by group_id) from project_groups g where project_id = ${projectId}),
    (select jsonb_agg(i order by id) from invitations i where project_id = ${projectId}),
    (select jsonb_agg(a order by id) from activity a where project_id = ${projectId}),
    (select jsonb_agg(b order by id) from boards b where project_id = ${projectId}),
    (select jsonb_agg(c order by id) from board_columns c where board_id = ${boardId}),
    (select jsonb_agg(s order by user_id) from starred_boards s where board_id = ${boardId}),
    (select jsonb_agg(t order by id) from tasks t where project_id = ${projectId}),
    (select jsonb_agg(c order by id) from comments c where task_id = ${taskId}),
    (select jsonb_agg(s order by id) from stickers s where project_id = ${projectId}),
    (select jsonb_agg(s order by sticker_id) from task_stickers s where task_id = ${taskId}),
    (select jsonb_agg(a order by id) from attachments a where task_id = ${taskId}),
    (select jsonb_agg(c order by id) from checklist_items c where task_id = ${taskId}),
    (select jsonb_agg(r order by id) from task_relations r where to_task_id = ${taskId}),
    (select jsonb_agg(i order by id) from time_intervals i where task_id = ${taskId}),
    (select jsonb_agg(v order by id) from saved_views v where project_id = ${projectId}),
    (select jsonb_agg(r) from task_recurrences r where task_id = ${taskId}),
    (select jsonb_agg(w order by user_id) from task_watchers w where task_id = ${taskId}),
    (select jsonb_agg(v order by user_id) from task_votes v where task_id = ${taskId}),
    (select jsonb_agg(r order by r.user_id, r.emoji) from comment_reactions r join comments c on c.id = r.comment_id
      where c.task_id = ${taskId}),
    (select jsonb_agg(f order by id) from custom_fields f where project_id = ${projectId}),
    (select jsonb_agg(o order by o.id) from custom_field_options o join custom_fields f on f.id = o.field_id
      where f.project_id = ${projectId}),
    (select jsonb_agg(c order by id) from cycles c where project_id = ${projectId}),
    (select jsonb_agg(m order by id) from milestones m where project_id = ${projectId}),
    (select jsonb_agg(t order by id) from templates t where project_id = ${projectId}),
    (select jsonb_agg(w order by id) from webhooks w where project_id = ${projectId}),
    (select jsonb_agg(d order by id) from webhook_deliveries d where project_id = ${projectId}),
    (select jsonb_agg(r order by id) from repositories r where project_id = ${projectId}),
    (select jsonb_agg(a order by id) from automations a where project_id = ${projectId}),
    (select jsonb_agg(r order by id) from automation_runs r where project_id = ${projectId}),
    (select jsonb_agg(s order by id) from share_links s where project_id = ${projectId}),
    (select jsonb_agg(f order by id) from intake_forms f where project_id = ${projectId})
  )::text as all`.execute(db)
  return rows[0]?.all
}

test('the table covers every route that requires a project right', () => {
  const served = contractsOf(services.app)
    .filter(({ access }) => access.right)
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(served.sort(), rows.map(({ method, path }) => `${method} ${path}`).sort())
})

/** Refused requests and reads change nothing, so they share a world that no change reaches. */
let untouched: { world: World; records: string | undefined }

before(async () => {
  const world = await createWorld()
  untouched = { world, records: await snapshot(world) }
})

for (const row of rows) {
  test(`${row.method} ${row.path} is for ${row.allowed.join(', ')}`, async () => {
    const allowed = roles.filter(role => row.allowed.includes(role))
    await (row.method === 'GET' ? canRead(row, allowed) : canChange(row, allowed))
    const { world, records } = untouched
    for (const name of [...roles, 'stranger'] as const) {
      if (row.allowed.includes(name)) continue
      const response = await send(people[name], row, world)
      const { statusCode, body } = response
      const said = `${name}: ${statusCode} ${body.slice(0, 200)}`
      assert.equal(statusCode, 403, said)
      assert.ok(!body.includes(world.secret), said)
      const called = await callAs(people[name], row, world)
      if (called) assert.deepEqual(called, outcomeOf(response))
    }
    assert.equal(await snapshot(world), records)
  })
}

async function canRead(row: Row, allowed: readonly Role[]) {
  for (const name of allowed) {
    const response = await send(people[name], row, untouched.world)
    assert.equal(response.statusCode, 200, `${name}: ${response.body.slice(0, 200)}`)
    const called = await callAs(people[name], row, untouched.world)
    if (called) assert.deepEqual(called, outcomeOf(response))
  }
}

async function canChange(row: Row, allowed: readonly Role[]) {
  for (const name of allowed) {
    const { statusCode, body } = await inUsedWorld(row, world => send(people[name], row, world))
    assert.ok(isDone(statusCode), `${name}: ${statusCode} ${body.slice(0, 200)}`)
  }
}

let used: World | undefined

/**
 * Sends a change in the world of the changes before it, or in a new one if those have removed its record, or already did
 * what it asks for. No change follows in a world that has lost a record, or whose task is in another project.
 */
async function inUsedWorld<Answer extends { statusCode: number }>(
  { method, path }: Row,
  change: (world: World) => Promise<Answer>,
) {
  let answer = used && (await change(used))
  if (!answer || !isDone(answer.statusCode)) {
    used = await createWorld()
    answer = await change(used)
  }
  if (method === 'DELETE' || path.endsWith('/move-to-project')) used = undefined
  return answer
}

function isDone(statusCode: number) {
  return statusCode === 200 || statusCode === 409
}

/** Does without HTTP what `send` does. */
async function callAs({ token }: User, row: Pick<Row, 'method' | 'path'>, world: World) {
  const claims = await services.deps.tokenCheck.check(token)
  assert.ok(claims)
  const actor = await actorOfToken(services.deps, claims)
  return callOutcome(services.app, actor, { ...row, url: urlIn(world, row.path), body: bodyFor(row, world) })
}

test('a guest has the rights of their role in a project, and no permissions elsewhere', async () => {
  const [world, foreign] = [await createWorld(), await createWorld()]
  const guest = await createGuest(services, { manager: people.owner, projectId: world.projectId })
  const records = await snapshot(foreign)
  for (const row of rows) {
    const said = `${row.method} ${row.path}`
    const outside = await send(guest, row, foreign)
    assert.equal(outside.statusCode, 403, said)
    assert.ok(!outside.body.includes(foreign.secret), said)
    if (row.method !== 'GET' && row.allowed.includes('member')) continue
    const inside = await send(guest, row, world)
    assert.equal(inside.statusCode, row.allowed.includes('member') ? 200 : 403, said)
  }
  assert.equal(await snapshot(foreign), records)

  const ofGuests = ['users.read', 'feedback.create']
  const others = contractsOf(services.app).filter(({ access }) => access.permission)
  for (const { method, path, access } of others) {
    if (ofGuests.includes(String(access.permission))) continue
    const { statusCode } = await guest.call(method as 'GET', path.replace(/:\w+/g, '1'))
    assert.equal(statusCode, 403, `${method} ${path}`)
  }
})

longTest('the lowest role that can change a record also can without HTTP', async () => {
  for (const row of rows.filter(({ method }) => method !== 'GET')) {
    const name = row.allowed[0] as Role
    const { statusCode, body } = await inUsedWorld(row, async world => {
      const called = await callAs(people[name], row, world)
      return { statusCode: called?.status ?? 200, body: called?.body }
    })
    assert.ok(isDone(statusCode), `${row.method} ${row.path}: ${statusCode} ${JSON.stringify(body)}`)
  }
})

/** Every change that `POST /task/bulk` knows. */
function bulkChanges(world: World): Record<keyof BulkChange, BulkChange> {
  const { stickerId, attachedId, otherColumnId, relatedId, fieldId, optionId, cycleId } = world
  return {
    priorityId: { priorityId: 3 },
    assigneeId: { assigneeId: people.member.id },
    assigneeIds: { assigneeIds: [people.member.id] },
    addAssigneeIds: { addAssigneeIds: [people.member.id] },
    removeAssigneeIds: { removeAssigneeIds: [people.member.id] },
    startDate: { startDate: '2026-01-01' },
    dueDate: { dueDate: '2026-01-02' },
    shiftDays: { shiftDays: 1 },
    estimateSeconds: { estimateSeconds: 60 },
    parentId: { parentId: relatedId },
    cycleId: { cycleId },
    fields: { fields: { [fieldId]: optionId } },
    addStickerIds: { addStickerIds: [stickerId] },
    removeStickerIds: { removeStickerIds: [attachedId] },
    columnId: { columnId: otherColumnId },
    isCompleted: { isCompleted: true },
    isArchived: { isCompleted: true, isArchived: true },
    isDeleted: { isDeleted: true },
  }
}

test('POST /task/bulk changes tasks for member, manager, owner, and says nothing to strangers', async () => {
  for (const name of [...roles, 'stranger'] as const) {
    const world = await createWorld()
    const untouched = await snapshot(world)
    const code = { viewer: 'role_too_low', stranger: 'task_not_found' }[name as string]
    for (const change of Object.values(bulkChanges(world))) {
      const response = await people[name].call('POST', '/task/bulk', { ids: [world.taskId], change })
      const said = `${name} ${JSON.stringify(change)}: ${response.body}`
      assert.equal(response.statusCode, 200, said)
      const { id, changedIds, refusals } = response.json().item
      if (!code) {
        assert.deepEqual(refusals, [], said)
        assert.equal(await undoStatus(people.stranger, id), 404)
        continue
      }
      assert.deepEqual([id, changedIds, refusals[0]?.code], [null, [], code], said)
      assert.ok(!response.body.includes(world.secret), said)
    }
    if (code) assert.equal(await snapshot(world), untouched, name)
  }
})

function undoStatus(user: User, id: number | null) {
  return user.call('POST', `/task/bulk/${id ?? 999_999_999}/undo`).then(({ statusCode }) => statusCode)
}

test('POST /task/bulk takes no ids of another project, and no tasks outside the projects of a token', async () => {
  const [foreign, own] = [await createWorld(), await createWorld()]
  const { stranger, owner } = people
  await insertMember(db, own.projectId, stranger.id, 'manager')
  const untouched = await snapshot(foreign)
  const { columnId, taskId: parentId, stickerId, attachedId, fieldId, optionId, cycleId } = foreign
  const changes: BulkChange[] = [
    { columnId },
    { parentId },
    { cycleId },
    { addStickerIds: [stickerId] },
    { removeStickerIds: [attachedId] },
    { fields: { [fieldId]: optionId } },
    { assigneeId: people.candidate.id },
    { assigneeIds: [people.candidate.id] },
    { addAssigneeIds: [people.candidate.id] },
  ]
  for (const change of changes) {
    const ids = [own.taskId, foreign.taskId]
    const response = await stranger.call('POST', '/task/bulk', { ids, change })
    assert.deepEqual(response.json().item.changedIds, [], response.body)
    assert.ok(!response.body.includes(foreign.secret), response.body)
  }
  assert.equal(await snapshot(foreign), untouched)
  const token = await personalToken(services, owner, { projectIds: [own.projectId] })
  const body = { ids: [own.taskId, foreign.taskId], change: { priorityId: 4 } }
  const everywhere = (
    await owner.call('POST', '/task/bulk', { ...body, change: { dueDate: '2026-01-02' } })
  ).json().item
  const { id, changedIds, refusals } = (await as(services, token)('POST', '/task/bulk', body)).json().item
  assert.deepEqual([changedIds, refusals[0].code], [[own.taskId], 'task_not_found'])
  const limited = { ...owner, token, call: as(services, token) }
  assert.equal(await undoStatus(limited, id), 200)
  const undone = (await limited.call('POST', `/task/bulk/${everywhere.id}/undo`)).json().item
  assert.deepEqual(undone.changedIds, [own.taskId])
})

const scopes = ['tasks:read', 'tasks:write', 'tasks:manage'] as const

longTest('every route with a token requires its scope from tokens of other applications', async () => {
  const application = await createApplication(services)
  const { owner } = people
  const callers = await Promise.all(
    scopes.map(async scope => ({
      scope,
      call: as(services, await applicationToken(services, application, owner, scope)),
    })),
  )
  const protectedRoutes = contractsOf(services.app).filter(({ access }) => access.token)
  assert.ok(protectedRoutes.length > 100)
  for (const { method, path: url, access: rule } of protectedRoutes) {
    assert.ok(
      scopes.some(scope => scope === rule.scope),
      `${method} ${url} has the scope ${rule.scope}`,
    )
    const path = url.replace(':emoji', encodeURIComponent('👍')).replace(/:\w+/g, '999999')
    for (const { scope, call } of callers) {
      const response = await call(method as 'GET', path)
      const said = `${method} ${url} with ${scope}: ${response.statusCode} ${response.body}`
      const challenge = String(response.headers['www-authenticate'])
      if (scope === rule.scope) assert.ok(!response.body.includes('scope_required'), said)
      else {
        assert.equal(response.statusCode, 403, said)
        assert.equal(response.json().error.details.reason, 'scope_required', said)
        assert.equal(challenge, `Bearer error="insufficient_scope", scope="${rule.scope}"`, said)
      }
    }
  }
})

longTest('a personal access token reaches nothing outside its projects', async () => {
  const [world, own] = [await createWorld(), await createWorld()]
  const { owner } = people
  await insertMember(db, world.projectId, people.candidate.id, 'viewer')
  const token = await personalToken(services, owner, { projectIds: [own.projectId] })
  const limited = { ...owner, token, call: as(services, token) }
  const untouched = await snapshot(world)
  const refused = async (response: ReturnType<typeof limited.call>, said: string) => {
    const { statusCode, body } = await response
    assert.equal(statusCode, 403, `${said}: ${statusCode} ${body}`)
    assert.match(body, /outside_token_projects/, said)
    assert.ok(!body.includes(world.secret), said)
  }
  for (const row of rows) await refused(send(limited, row, world), `${row.method} ${row.path}`)
  for (const { method, path: url, access: rule } of contractsOf(services.app)) {
    if (!rule.token || rule.right || rule.isLimitable) continue
    await refused(limited.call(method as 'GET', url.replace(/:\w+/g, '1')), `${method} ${url}`)
  }
  const bodies: [string, string, object?][] = [
    ['POST', '/task', { title: 'x', columnId: world.columnId }],
    ['POST', '/task', { title: 'x', projectId: world.projectId }],
    ['POST', '/task', { title: 'x' }],
    ['POST', `/task/${own.taskId}/move-to-project`, { projectId: world.projectId }],
    ['POST', '/sticker', { name: 'x', projectId: world.projectId }],
    ['POST', '/sticker', { name: 'x' }],
    ['PUT', `/sticker/${world.stickerId}`, { name: 'x' }],
    ['DELETE', `/sticker/${world.stickerId}`],
    ['POST', '/time-interval/start', { taskId: world.taskId }],
    ['POST', '/time-interval', { taskId: world.taskId, startedAt: '2026-01-05T10:00:00Z', duration: 60 }],
    ['GET', `/time-interval?taskId=${world.taskId}`],
    ['GET', `/time-interval?projectId=${world.projectId}`],
    ['GET', `/task?projectId=${own.projectId},${world.projectId}`],
    ['GET', `/task?boardId=${world.boardId}`],
    ['GET', `/task?columnId=${world.columnId}`],
    ['GET', `/task?stickerId=${world.stickerId}`],
    ['GET', `/task?filter=board=${world.boardId}`],
    ['GET', `/task/summary?projectId=${world.projectId}`],
    ['GET', `/task/csv?projectId=${world.projectId}`],
    ['GET', `/task/schedule?projectId=${world.projectId}`],
    ['GET', `/view?projectId=${world.projectId}`],
    ['POST', '/view', { name: 'x', projectId: world.projectId }],
    ['POST', '/view', { name: 'x' }],
    ['PUT', `/view/${world.viewId}`, { name: 'x' }],
    ['DELETE', `/view/${world.viewId}`],
    ['GET', `/template?projectId=${world.projectId}`],
    ['GET', `/template/${world.templateId}`],
    ['PUT', `/template/${world.templateId}`, { name: 'x' }],
    ['DELETE', `/template/${world.templateId}`],
    ['POST', '/template', { name: 'x', projectId: world.projectId, task: { tasks: [{ title: 'x' }] } }],
    [
      'POST',
      '/template',
      { name: 'x', project: { boards: [], tasks: [], stickers: [], fields: [], views: [] } },
    ],
    ['POST', `/project/${own.projectId}/template`, { name: 'x' }],
    ['POST', '/task/from-template', { templateId: world.templateId }],
    ['GET', `/sticker?projectId=${world.projectId}`],
    ['GET', `/notification?projectId=${world.projectId}`],
    ['POST', '/notification/read-all', { projectId: world.projectId }],
    ['GET', `/inbox?projectId=${world.projectId}`],
    ['POST', '/inbox/done', { projectId: world.projectId }],
  ]
  for (const [method, url, body] of bodies) await refused(limited.call(method as 'GET', url, body), url)
  assert.equal(await snapshot(world), untouched)

  for (const row of rows.filter(({ method }) => method === 'GET')) {
    assert.equal((await send(limited, row, own)).statusCode, 200, row.path)
  }
  for (const { path: url } of contractsOf(services.app).filter(
    ({ method, path, access }) => method === 'GET' && access.isLimitable && !path.includes(':'),
  )) {
    const response = await limited.call('GET', `${url}?`)
    assert.equal(response.statusCode, 200, url)
    assert.ok(!response.body.includes(world.secret), url)
  }
  for (const url of ['/task', '/project', '/navigation', '/sticker']) {
    assert.ok((await limited.call('GET', `${url}?limit=1000`)).body.includes(own.secret), url)
  }
})

test('ids of another project in bodies and queries are refused and reveal or change nothing', async () => {
  const [foreign, own] = [await createWorld(), await createWorld()]
  const { stranger } = people
  await insertMember(db, own.projectId, stranger.id, 'manager')
  const untouched = await snapshot(foreign)
  const attempts: [string, string, object?][] = [
    ['POST', '/task', { title: 'x', columnId: foreign.columnId }],
    ['POST', '/task', { title: 'x', boardId: foreign.boardId }],
    ['POST', '/task', { title: 'x', columnId: own.columnId, boardId: foreign.boardId }],
    ['POST', '/task', { title: 'x', columnId: own.columnId, assigneeId: people.candidate.id }],
    ['PUT', `/task/${own.taskId}`, { columnId: foreign.columnId }],
    ['PUT', `/task/${own.taskId}`, { assigneeId: people.candidate.id }],
    ['PUT', `/task/${own.taskId}`, { assigneeIds: [people.candidate.id] }],
    ['PUT', `/task/${own.taskId}`, { parentId: foreign.taskId }],
    ['POST', '/task', { title: 'x', columnId: own.columnId, parentId: foreign.taskId }],
    ['POST', '/task', { title: 'x', parentId: foreign.taskId }],
    ['POST', `/checklist/${foreign.checklistId}/convert`, {}],
    ['GET', `/task/${foreign.taskId}/subtask`],
    ['GET', `/task/${foreign.taskId}/relation`],
    ['POST', `/task/${own.taskId}/relation`, { type: 'blocks', taskId: foreign.taskId }],
    ['POST', `/task/${own.taskId}/relation`, { type: 'blockedBy', taskId: foreign.taskId }],
    ['POST', `/task/${foreign.taskId}/relation`, { type: 'blocks', taskId: own.taskId }],
    ['DELETE', `/task/${own.taskId}/relation/${foreign.relationId}`],
    ['DELETE', `/task/${foreign.taskId}/relation/${foreign.relationId}`],
    ['POST', `/task/${own.taskId}/move-to-column`, { columnId: foreign.columnId }],
    ['POST', `/task/${own.taskId}/move-to-project`, { projectId: foreign.projectId }],
    [
      'POST',
      `/task/${own.taskId}/move-to-project`,
      { projectId: own.otherProjectId, boardId: foreign.boardId },
    ],
    [
      'POST',
      `/task/${own.taskId}/move-to-project`,
      { projectId: own.otherProjectId, columnId: foreign.columnId },
    ],
    ['POST', `/task/${foreign.taskId}/move-to-project`, { projectId: own.projectId }],
    ['POST', `/task/${foreign.taskId}/duplicate`, {}],
    ['POST', `/task/${own.taskId}/assign`, { assigneeId: people.candidate.id }],
    ['POST', `/task/${own.taskId}/sticker`, { stickerId: foreign.stickerId }],
    ['DELETE', `/task/${own.taskId}/sticker/${foreign.attachedId}`],
    ['POST', '/sticker', { name: 'x', projectId: foreign.projectId }],
    ['PUT', `/sticker/${foreign.stickerId}`, { name: 'x' }],
    ['DELETE', `/sticker/${foreign.stickerId}`],
    ['POST', `/board/${own.boardId}/column/reorder`, { columnIds: foreign.columnIds }],
    ['PUT', `/board/column/${own.columnId}`, { afterColumnId: foreign.columnId }],
    ['PUT', `/board/${own.boardId}`, { afterBoardId: foreign.boardId }],
    ['DELETE', `/board/column/${own.columnId}?moveTo=${foreign.columnId}`],
    ['PUT', `/checklist/${own.checklistId}`, { afterItemId: foreign.checklistId }],
    ['POST', '/time-interval/start', { taskId: foreign.taskId }],
    ['POST', '/time-interval', { taskId: foreign.taskId, startedAt: '2026-01-05T10:00:00Z', duration: 60 }],
    ['PUT', `/time-interval/${own.intervalId}`, { taskId: foreign.taskId }],
    ['GET', `/time-interval?taskId=${foreign.taskId}`],
    ['GET', `/time-interval?projectId=${foreign.projectId}`],
    ['GET', `/task?projectId=${foreign.projectId}`],
    ['GET', `/task?projectId=${own.projectId},${foreign.projectId}`],
    ['GET', `/task?boardId=${foreign.boardId}`],
    ['GET', `/task?columnId=${foreign.columnId}`],
    ['GET', `/task?stickerId=${foreign.stickerId}`],
    ['GET', `/task?filter=column=${foreign.columnId}`],
    ['GET', `/task/summary?groupBy=assignee&projectId=${foreign.projectId}`],
    ['GET', `/task/summary?filter=not(sticker=${foreign.stickerId})`],
    ['GET', `/task/csv?projectId=${foreign.projectId}`],
    ['GET', `/task/csv?filter=board=${foreign.boardId}`],
    ['GET', `/task/schedule?projectId=${foreign.projectId}`],
    ['GET', `/task/schedule?filter=column=${foreign.columnId}`],
    ['GET', `/view?projectId=${foreign.projectId}`],
    ['POST', '/view', { name: 'x', projectId: foreign.projectId, isShared: true }],
    ['PUT', `/view/${foreign.viewId}`, { name: 'x' }],
    ['DELETE', `/view/${foreign.viewId}`],
    ['GET', `/template?projectId=${foreign.projectId}`],
    ...[foreign.templateId, foreign.boardTemplateId, foreign.projectTemplateId].flatMap(
      (id): [string, string, object?][] => [
        ['GET', `/template/${id}`],
        ['PUT', `/template/${id}`, { name: 'x' }],
        ['DELETE', `/template/${id}`],
        ['POST', '/task/from-template', { templateId: id, columnId: own.columnId }],
        ['POST', `/project/${own.projectId}/board/from-template`, { templateId: id, name: 'x' }],
        ['POST', '/project/from-template', { templateId: id, name: 'x' }],
      ],
    ),
    ['POST', '/task/from-template', { templateId: own.templateId, columnId: foreign.columnId }],
    ['POST', '/task/from-template', { templateId: own.templateId, boardId: foreign.boardId }],
    ['POST', '/template', { name: 'x', projectId: foreign.projectId, task: { tasks: [{ title: 'x' }] } }],
    ['GET', `/sticker?projectId=${foreign.projectId}`],
  ]
  for (const [method, url, body] of attempts) {
    const response = await stranger.call(method as 'GET', url, body)
    const said = `${method} ${url} ${JSON.stringify(body)}: ${response.statusCode} ${response.body}`
    assert.ok([403, 404, 422].includes(response.statusCode), said)
    assert.ok(!response.body.includes(foreign.secret), said)
  }
  assert.equal(await snapshot(foreign), untouched)
})

test('lists never contain records of other projects', async () => {
  const foreign = await createWorld()
  const { stranger } = people
  const lists = [
    '/task',
    '/task/summary?groupBy=board',
    '/task/summary?groupBy=project',
    '/task/csv?columns=title,project,board,column,assignee,stickers',
    '/task/schedule',
    '/view',
    '/template',
    '/project',
    '/navigation',
    '/sticker',
    '/time-interval',
    '/users',
    '/notification',
    '/inbox',
    `/task?ids=${foreign.taskId}`,
    `/project?ids=${foreign.projectId}`,
  ]
  for (const path of lists) {
    for (const query of ['limit=1000', `limit=1000&search=${foreign.secret}`]) {
      const response = await stranger.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)
      assert.equal(response.statusCode, 200, `${path} ${response.body}`)
      assert.ok(!response.body.includes(foreign.secret), path)
    }
  }
  const { _meta } = (await stranger.call('GET', `/task?search=${foreign.secret}`)).json()
  assert.equal(_meta.total, 0)
})
