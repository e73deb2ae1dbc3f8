import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const { manager, member, project } = await createTeam(services)

/** One less than the limit; `numbers` counts the rows. */
async function fill(limit: number, insert: (numbers: ReturnType<typeof sql>) => ReturnType<typeof sql>) {
  await insert(sql`generate_series(1, ${limit - 1}::int) as number`).execute(db)
}

/** Sends the same request several times at once; the limit leaves room for one. */
async function assertOneFits(
  user: User,
  limit: number,
  reason: string,
  send: (at: number) => [string, string, object],
) {
  const responses = await Promise.all([1, 2, 3, 4].map(at => user.call(...send(at))))
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  assert.deepEqual(statuses, [200, 409, 409, 409], responses.map(({ body }) => body).join())
  const refused = responses.find(({ statusCode }) => statusCode === 409)?.json().error.details
  assert.deepEqual([refused.reason, refused.limit], [reason, limit])
}

test('requests that arrive at the same time do not exceed a limit', async () => {
  await fill(
    200,
    numbers => sql`insert into saved_views (owner_id, name, kind)
    select ${member.id}, 'View', 'table' from ${numbers}`,
  )
  await assertOneFits(member, 200, 'too_many_views', () => ['POST', '/view', { name: 'One more' }])

  await fill(
    100,
    numbers => sql`insert into calendar_feeds (user_id, kind, digest, sealed_token, created_at)
    select ${member.id}, 'mine', 'digest ' || number, '', now() from ${numbers}`,
  )
  await assertOneFits(member, 100, 'too_many_feeds', () => ['POST', '/calendar-feed', { kind: 'mine' }])

  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  await fill(
    20,
    numbers => sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at)
    select ${member.id}, 'https://fcm.googleapis.com/' || number, '', '', now() from ${numbers}`,
  )
  await assertOneFits(member, 20, 'too_many_push_subscriptions', at => [
    'PUT',
    '/notification/push-subscription',
    { endpoint: `https://fcm.googleapis.com/fcm/send/${at}`, keys },
  ])

  await fill(
    100,
    numbers => sql`insert into templates (kind, owner_id, name, content, preview)
    select 'project', ${manager.id}, 'Template', '{}', '{}' from ${numbers}`,
  )
  await assertOneFits(manager, 100, 'too_many_templates', () => [
    'POST',
    `/project/${project.id}/template`,
    { name: 'One more' },
  ])

  await fill(
    500,
    numbers => sql`insert into stickers (project_id, name, color)
    select ${project.id}, 'Sticker ' || number, '#808080' from ${numbers}`,
  )
  await assertOneFits(manager, 500, 'too_many_stickers', at => [
    'POST',
    '/sticker',
    { name: `One more ${at}`, projectId: project.id },
  ])
})
