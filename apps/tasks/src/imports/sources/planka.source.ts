import { recordOf, recordsOf, textOf } from '../formats/board/source-values.ts'
import { type ImportSource, type SourceConnection, SourceFailed } from './import-source.ts'
import { allPages, countAnswers } from './pages.ts'

const COMMENTS = 50
const CARDS = 50

/** A board of Planka 2. The token is an API key, or an access token as browsers have it. */
export const plankaSource: ImportSource = {
  id: 'planka',
  headers: (token): Record<string, string> => {
    const isAccessToken = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
    return isAccessToken ? { authorization: `Bearer ${token}` } : { 'x-api-key': token }
  },
  download: async (connection, report) => {
    const { address, json, each } = connection
    const place = placeIn(address)
    const api = `${address.origin}${place.base}/api`
    const count = countAnswers(report)
    const boardId = place.board ?? (await findBoard(connection, api, place.project))
    const { body: board } = await json(`${api}/boards/${boardId}`)
    await count()
    const { lists, cards } = recordOf(recordOf(board).included)
    if (!Array.isArray(lists) || !Array.isArray(cards)) throw new SourceFailed('nonsense')
    // A board comes without what is archived.
    const archives = recordsOf(lists).filter(({ type }) => type === 'archive')
    const archived = await each(archives, async ({ id }) => ({
      list: textOf(id),
      pages: await pagesBefore(connection, `${api}/lists/${textOf(id)}/cards`, CARDS, 'cards', count),
    }))
    const inArchives = archived.flatMap(({ pages }) => pages.flatMap(page => recordsOf(recordOf(page).items)))
    const commented = [...recordsOf(cards), ...inArchives].filter(({ commentsTotal }) => commentsTotal !== 0)
    return {
      source: 'planka',
      board,
      archived,
      comments: await each(commented, async ({ id }) => ({
        card: textOf(id),
        pages: await pagesBefore(
          connection,
          `${api}/cards/${textOf(id)}/comments`,
          COMMENTS,
          'comments',
          count,
        ),
      })),
    }
  },
}

/** Planka can live below a path. What was typed can be a page of a card, a board or a project, or only the server. */
function placeIn({ pathname }: URL) {
  const [, base = '', kind, id] = /^(.*?)\/(boards|projects)\/(\d+)/.exec(pathname) ?? []
  return {
    base: kind ? base : pathname.replace(/\/+$/, ''),
    board: kind === 'boards' ? id : undefined,
    project: kind === 'projects' ? id : undefined,
  }
}

/** The only board of the server or of a project. */
async function findBoard({ address, json }: SourceConnection, api: string, project: string | undefined) {
  const { body } = await json(`${api}/projects${project ? `/${project}` : ''}`)
  const boards = recordsOf(recordOf(recordOf(body).included).boards)
  const [only, ...others] = boards
  if (only && others.length === 0 && textOf(only.id)) return textOf(only.id)
  const names = boards
    .slice(0, 10)
    .map(({ id, name }) => `${textOf(name)} (${address.origin}/boards/${textOf(id)})`)
  throw new SourceFailed('placeExpected', names.join(', ') || `${address.origin}/boards/…`)
}

/** Pages go back in time: each begins before the last item of the one before. */
function pagesBefore(
  { json }: SourceConnection,
  list: string,
  size: number,
  kind: 'cards' | 'comments',
  count: () => Promise<void>,
) {
  const read = async (address: string | URL) => {
    const { body } = await json(address)
    const items = recordsOf(recordOf(body).items)
    const last = items.at(-1)
    const before: Record<string, string> =
      kind === 'comments'
        ? { beforeId: textOf(last?.id) }
        : { 'before[listChangedAt]': textOf(last?.listChangedAt), 'before[id]': textOf(last?.id) }
    const isLast = items.length < size || !textOf(last?.id)
    return { items: [body], next: isLast ? undefined : `${list}?${new URLSearchParams(before)}` }
  }
  return allPages(list, read, count)
}
