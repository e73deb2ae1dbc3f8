import type { Language } from '@atrium/core/language'
import type { Emit } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { ActivityEvent, Event, Subscriber } from '#events.ts'
import { announceBoard, insertBoard } from './board.commands.ts'
import { createPersonalProject, firstBoard, translatePersonalProject } from './personal-project.ts'

/** Creates the personal project of a new user, and the first board of a new project. */
export const firstBoards: Subscriber = {
  name: 'first-boards',
  onEvent: async (tx, event, { emit }) => {
    switch (event.type) {
      case 'UserFirstLoginEvent':
        return createPersonalProject(tx, event.userId, event.language)
      case 'UserArrived':
        return translatePersonalProject(tx, event.userId, event.language)
      case 'project.created':
        if (event.after.type === 'personal')
          await insertBoard(tx, event.projectId, firstBoard(event.boardLanguage ?? 'en'))
        else if (event.boardLanguage) await createFirstBoard(tx, emit, event, event.boardLanguage)
    }
  },
}

async function createFirstBoard(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actorId }: ActivityEvent<'project.created'>,
  language: Language,
) {
  const boardId = await insertBoard(tx, projectId, firstBoard(language))
  await announceBoard(tx, emit, { id: actorId }, boardId)
}
