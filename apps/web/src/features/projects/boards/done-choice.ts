import { defaultDoneColumn } from '@atrium/tasks/boards/done-column.contract'

/** What the user chose as the done column of a new board; `default` follows the titles while they are typed. */
export type DoneChoice = 'default' | 'none' | { title: string }

/** The index of the done column; -1 for none. A chosen column that was removed gives way to the default. */
export function doneIndex(titles: string[], choice: DoneChoice) {
  if (choice === 'none') return -1
  const index = choice === 'default' ? -1 : titles.indexOf(choice.title)
  return index === -1 ? defaultDoneColumn(titles) : index
}

export function choiceAt(titles: string[], index: number): DoneChoice {
  const title = titles[index]
  return title === undefined ? 'none' : { title }
}

/** The part of the request; empty if the server's default is meant. */
export function doneColumnInput(titles: string[], choice: DoneChoice) {
  if (choice === 'none') return { doneColumn: null }
  const isChosen = choice !== 'default' && (titles.length === 0 || titles.includes(choice.title))
  return isChosen ? { doneColumn: choice.title } : {}
}
