import { recordOf } from '../formats/board/source-values.ts'
import { type ImportSource, SourceFailed } from './import-source.ts'

/** The export of a board, which WeKan also answers at an address. */
export const wekanSource: ImportSource = {
  id: 'wekan',
  headers: token => ({ authorization: `Bearer ${token}` }),
  download: async ({ address, token, json }, report) => {
    const [, base = '', id] = /^(.*?)\/(?:b|api\/boards)\/([^/]+)/.exec(address.pathname) ?? []
    if (!id) throw new SourceFailed('placeExpected', `${address.origin}/b/…`)
    const query = new URLSearchParams({ authToken: token })
    const { body } = await json(`${address.origin}${base}/api/boards/${id}/export?${query}`)
    const board = recordOf(body)
    // A token that WeKan refuses gets an empty answer.
    if (!Array.isArray(board.lists) || !Array.isArray(board.cards)) throw new SourceFailed('tokenRefused')
    await report(1, 1)
    return board
  },
}
