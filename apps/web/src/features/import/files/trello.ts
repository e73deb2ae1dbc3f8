import {
  cut,
  type ImportPlan,
  longest,
  type PlannedTask,
  printable,
  type Remark,
  type SkippedItem,
  singleLine,
  stickerColor,
} from './import-plan.ts'
import type { TrelloBoard, TrelloCard, TrelloChecklist, TrelloList } from './trello-board.ts'

export interface TrelloOptions {
  withArchived: boolean
  /** How "by Ada on 5 May 2026" is said above a comment. */
  byline: string
  attachments: string
}

/** One board of Trello: lists become columns, cards tasks, labels stickers. */
export function planTrello(board: TrelloBoard, options: TrelloOptions): ImportPlan {
  const lists = board.lists.toSorted(byPosition)
  const kept = lists.filter(({ closed }) => options.withArchived || !closed)
  const listOf = new Map(lists.map(list => [list.id, list]))
  const about = aboutCards(board)
  const tasks: PlannedTask[] = []
  const skipped: SkippedItem[] = []
  for (const card of board.cards.toSorted(byPosition)) {
    const list = listOf.get(card.idList)
    const reason = whySkipped(card, list, options)
    if (reason || !list) skipped.push({ title: titleOf(card), reason: reason ?? 'noList' })
    else tasks.push(taskOf(card, list, about, options))
  }
  const used = new Set(tasks.flatMap(({ stickers }) => stickers))
  const labels = board.labels.map(label => ({ name: labelName(label), color: stickerColor(label.color) }))
  return {
    columns: [...new Set(kept.map(columnTitle))],
    stickers: [
      ...new Map(labels.filter(({ name }) => used.has(name)).map(each => [each.name, each])).values(),
    ],
    tasks,
    skipped,
  }
}

function whySkipped(card: TrelloCard, list: TrelloList | undefined, { withArchived }: TrelloOptions) {
  if (!titleOf(card)) return 'noTitle'
  if (!list) return 'noList'
  if (withArchived) return undefined
  if (card.closed) return 'archived'
  return list.closed ? 'archivedList' : undefined
}

/** The export keeps comments, checklists and people apart from the cards they belong to. */
function aboutCards({ comments, checklists, members, labels }: TrelloBoard) {
  return {
    comments: Map.groupBy(comments, ({ idCard }) => idCard),
    checklists: Map.groupBy(checklists, ({ idCard }) => idCard),
    memberName: new Map(members.map(({ id, fullName }) => [id, fullName])),
    label: new Map(labels.map(label => [label.id, labelName(label)])),
  }
}

type About = ReturnType<typeof aboutCards>

function taskOf(card: TrelloCard, list: TrelloList, about: About, options: TrelloOptions): PlannedTask {
  const remarks: Remark[] = []
  const kept = (text: string, length: number, remark: Remark) => {
    if (text.length > length) remarks.push(remark)
    return cut(text, length)
  }
  const day = (instant: string, remark: Remark) => {
    const read = dayOf(instant)
    if (instant && !read) remarks.push(remark)
    return read
  }
  const description = [printable(card.desc).trim(), attachmentsOf(card, options)].filter(Boolean).join('\n\n')
  const comments = (about.comments.get(card.id) ?? []).toSorted((one, other) =>
    one.date.localeCompare(other.date),
  )
  return {
    title: kept(titleOf(card), longest.title, 'titleCut'),
    column: columnTitle(list),
    description: description ? kept(description, longest.description, 'descriptionCut') : null,
    assignee: card.idMembers.map(id => about.memberName.get(id)).find(Boolean) ?? null,
    startDate: day(card.start, 'startDateUnread'),
    dueDate: day(card.due, 'dueDateUnread'),
    priority: null,
    estimateSeconds: null,
    stickers: [...new Set(card.idLabels.flatMap(id => about.label.get(id) ?? []))],
    checklist: itemsOf(about.checklists.get(card.id) ?? []),
    comments: comments.map(comment => kept(commentText(comment, options), longest.comment, 'commentCut')),
    remarks,
  }
}

function commentText({ text, date, author }: TrelloBoard['comments'][number], options: TrelloOptions) {
  const byline = options.byline
    .replace('{{name}}', () => author || '?')
    .replace('{{date}}', dayOf(date) ?? '?')
  // An id in an imported text is not one of our users and must not notify anyone.
  return printable(`${byline}:\n\n${text}`).replaceAll('@[', '@ [')
}

/** A task has one checklist: of several, each item says which one it comes from. */
function itemsOf(checklists: TrelloChecklist[]) {
  const hasSeveral = checklists.length > 1
  return checklists.toSorted(byPosition).flatMap(({ name, items }) =>
    items
      .toSorted(byPosition)
      .map(item => ({ title: singleLine(item.name), isDone: item.isComplete }))
      .filter(({ title }) => title)
      .map(({ title, isDone }) => ({
        title: cut(hasSeveral ? `${singleLine(name)}: ${title}` : title, longest.item),
        isDone,
      })),
  )
}

function attachmentsOf({ attachments }: TrelloCard, options: TrelloOptions) {
  const links = attachments.filter(({ url }) => /^https?:\/\//.test(url))
  if (links.length === 0) return ''
  const line = ({ name, url }: TrelloCard['attachments'][number]) =>
    `- [${printable(name || url).replaceAll(/[[\]\s]+/g, ' ')}](<${printable(url).replaceAll(/[<>\s]/g, '')}>)`
  return [options.attachments, ...links.map(line)].join('\n')
}

function titleOf({ name }: TrelloCard) {
  return singleLine(name)
}

function labelName({ name, color }: { name: string; color: string }) {
  const word = singleLine(color).split('_')[0]?.trim() || 'label'
  return cut(singleLine(name) || word.charAt(0).toUpperCase() + word.slice(1), longest.sticker)
}

function columnTitle({ name }: TrelloList) {
  return cut(singleLine(name) || '…', longest.column)
}

/** The day on the reader's own calendar, as Trello shows it. */
function dayOf(instant: string) {
  const date = new Date(instant)
  const year = date.getFullYear()
  if (!(year >= 1000 && year <= 9999)) return null
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0'))
  return `${year}-${month}-${day}`
}

function byPosition(one: { pos: number }, other: { pos: number }) {
  return one.pos - other.pos
}
