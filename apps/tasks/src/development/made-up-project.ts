import { EntityNotFound } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import { createBoard } from '#boards/board.commands.ts'
import type { Deps } from '#deps.ts'
import { createSticker } from '#tasks/stickers/sticker.commands.ts'
import { listCast, listPriorityIds, listProjectStickers } from './made-up.queries.ts'
import { storyOf } from './made-up-story.ts'
import { makeUpTask } from './made-up-task.ts'
import { boardNames, pick, stickers } from './made-up-words.ts'

/** Fills a project with boards, tasks and all that hangs on them, in the names of its members. */
export async function fillProject(deps: Deps, projectId: number, titles: string[], onTask = () => {}) {
  const cast = await listCast(deps.db, projectId)
  const [owner] = cast
  if (!owner) throw new EntityNotFound('Project')
  const boards = []
  for (const name of boardNames) boards.push(await createBoard(deps, owner, projectId, { name }))
  const stickerIds = await ensureStickers(deps, owner, projectId)
  const priorityIds = await listPriorityIds(deps.db)
  const now = deps.now()
  for (const [index, title] of titles.entries()) {
    const scene = { cast, columns: pick(boards, index).columns, stickerIds, priorityIds }
    await makeUpTask(deps, scene, index, { title, ...storyOf(index, titles.length, now) })
    onTask()
  }
  return { projectId, boardIds: boards.map(({ id }) => id), tasks: titles.length }
}

/** A project that is filled a second time has them already. */
async function ensureStickers(deps: Deps, owner: Actor, projectId: number) {
  const present = await listProjectStickers(deps.db, projectId)
  const ids: number[] = []
  for (const sticker of stickers) {
    const known = present.find(({ name }) => name.toLowerCase() === sticker.name)
    ids.push((known ?? (await createSticker(deps, owner, { ...sticker, projectId }))).id)
  }
  return ids
}
