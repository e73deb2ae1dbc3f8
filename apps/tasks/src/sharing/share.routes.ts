import { languageOf } from '@atrium/core/language'
import { pageOf } from '@atrium/core/paging'
import { sendPage } from '@atrium/http/pages/page'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import { sendFile } from '@atrium/storage/files'
import type { FastifyRequest } from 'fastify'
import { boardRecord } from '#boards/board.queries.ts'
import type { Deps } from '#deps.ts'
import { NotAuthenticated, NotFound, TooManyRequests } from '#errors.ts'
import type { Route } from '#route.ts'
import { texts } from '#texts.ts'
import { createMarkdown } from './markdown.ts'
import { enterPassword, findReadableShare, findShare, isUnlocked } from './open-share.ts'
import { findSharedFile, readSharedBoard } from './read-shared-board.ts'
import * as commands from './share.commands.ts'
import * as contracts from './share.contract.ts'
import * as queries from './share.queries.ts'
import { boardPage, passwordPage } from './share-pages.ts'

const options = { rateLimit: { max: 120, timeWindow: '1 minute' }, hasSecretPath: true }
const passwordOptions = { ...options, rateLimit: { max: 30, timeWindow: '1 minute' } }

export function shareRoutes(route: Route, deps: Deps) {
  const { db, replica, storage, now } = deps
  const { item } = commandAnswers(deps)
  let markdown: ReturnType<typeof createMarkdown> | undefined

  route(contracts.listShares, { record: boardRecord }, ({ params, query }) =>
    queries.listShares(db, params.id, pageOf(query)),
  )
  route(contracts.createShare, { record: boardRecord }, item(commands.createShare))
  route(contracts.deleteShare, { record: queries.shareRecord }, async ({ actor, params, subject }) => {
    await commands.deleteShare(deps, actor, params.id, subject.projectId)
    return { message: 'Share link revoked' }
  })

  route(contracts.openSharedBoard, options, async ({ params: { token }, request, reply }) => {
    const share = await findShare(deps, token)
    const language = languageOf(request)
    if (!isUnlocked(deps, request, share)) return sendPage(reply.code(401), passwordPage(language))
    const board = await replica.read(db => readSharedBoard(db, share))
    await queries.noteShareOpened(db, share, now())
    markdown ??= createMarkdown()
    const today = now().toISOString().slice(0, 10)
    return sendPage(
      reply,
      boardPage(board, { language, today, address: `/share/${token}`, markdown: await markdown }),
    )
  })

  route(contracts.readSharedBoard, options, async ({ params, request }) => {
    const share = await findReadableShare(deps, request, params.token)
    const board = await replica.read(db => readSharedBoard(db, share))
    await queries.noteShareOpened(db, share, now())
    return { item: board }
  })

  route(contracts.downloadSharedFile, options, async ({ params, request, reply }) => {
    const share = await findReadableShare(deps, request, params.token)
    const file = share.showsFiles ? await findSharedFile(db, share, params.fileId) : undefined
    if (!file) throw new NotFound('attachment_not_found')
    return sendFile(storage, request, reply, file)
  })

  route(
    contracts.enterSharePassword,
    passwordOptions,
    async ({ params: { token }, body, request, reply }) => {
      const share = await findShare(deps, token)
      const isForm = wantsPage(request)
      try {
        await enterPassword(deps, reply, share, body.password)
      } catch (error) {
        const refusal = isForm ? refusalOf(error) : undefined
        if (!refusal) throw error
        const language = languageOf(request)
        return sendPage(
          reply.code(refusal.status).headers(refusal.headers),
          passwordPage(language, texts(language).sharing.errors[refusal.code]),
        )
      }
      return isForm ? reply.redirect(`/share/${token}`, 303) : { message: 'Password accepted' }
    },
  )
}

function wantsPage({ headers }: FastifyRequest) {
  return headers.accept?.includes('text/html') ?? false
}

/** What the page of the password says itself; other errors have pages of their own. */
function refusalOf(error: unknown) {
  if (error instanceof NotAuthenticated)
    return { status: 401, code: 'share_password_wrong', headers: {} } as const
  if (error instanceof TooManyRequests) {
    return { status: 429, code: 'share_password_throttled', headers: error.headers ?? {} } as const
  }
  return undefined
}
