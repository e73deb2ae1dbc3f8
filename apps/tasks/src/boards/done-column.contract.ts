import { packs } from '@atrium/texts/words'

const doneTitles = packs.map(({ done }) => done[0])

/**
 * The index of the column that completes tasks if the caller names none; -1 for no column. A single column completes
 * tasks only if it is named Done; otherwise every new task would be complete.
 */
export function defaultDoneColumn(titles: string[]) {
  const index = titles.findIndex(title => doneTitles.includes(title.toLowerCase()))
  return index === -1 && titles.length > 1 ? titles.length - 1 : index
}
