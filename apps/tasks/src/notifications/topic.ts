import { Forbidden, ValidationFailed } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import { findBoardPlace } from '#boards/board.queries.ts'
import type { Database } from '#deps.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { may } from '#projects/rights.ts'

const MOST_TOPICS = 50

export interface Topic {
  kind: 'board' | 'project'
  id: number
  projectId: number
}

/** `board:7,project:3`, each one open to the caller. */
export async function openTopics(db: Database, actor: Actor, list: string): Promise<Topic[]> {
  const named = [...new Set(list.split(',').filter(Boolean))]
  if (named.length > MOST_TOPICS) throw wrongTopics(`must be at most ${MOST_TOPICS}`)
  return Promise.all(named.map(name => openTopic(db, actor, name)))
}

async function openTopic(db: Database, actor: Actor, name: string): Promise<Topic> {
  const [, kind, digits] = name.match(/^(board|project):([1-9]\d{0,15})$/) ?? []
  if (!kind) throw wrongTopics('must be topics such as board:7 or project:3 with commas between them')
  const id = Number(digits)
  const place = await (kind === 'board' ? findBoardPlace : findProjectPlace)(db, actor.id, id)
  if (!place || place.deletedAt || !may(actor, place.role, 'project.read')) {
    throw new Forbidden(`You may not follow ${name}`, { details: { reason: 'forbidden_topic', topic: name } })
  }
  return { kind: kind as Topic['kind'], id, projectId: place.projectId }
}

function wrongTopics(message: string) {
  return new ValidationFailed({ topics: [message] })
}
