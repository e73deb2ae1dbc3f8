import {
  cut,
  type ImportPlan,
  longest,
  type PlannedTask,
  type Remark,
  type SkippedItem,
} from './import-plan.ts'
import { stickerColor } from './sticker-color.ts'
import type { TrelloBoard, TrelloCard, TrelloList } from './trello-board.ts'

export interface TrelloOptions {
  withArchived: boolean
  /** How "by Ada on 5 May 2026" is said above a comment. */
  byline: string
  attachments: string
}

/** One board of Trello: lists become columns, cards tasks, labels stickers. */
export function planTrello(board: TrelloBoard, options: TrelloOptions): ImportPlan {
  const lists = (board.lists ?? []).toSorted(byPosition)
  const kept = lists.filter(({ closed }) => options.withArchived || !closed)
  const listOf = new Map(lists.map(list => [list.id, list]))
  const about = aboutCards(board)
  const tasks: PlannedTask[] = []
  const skipped: SkippedItem[] = []
  for (const card of (board.cards ?? []).toSorted(byPosition)) {
    const list = listOf.get(card.idList)
    const reason = whySkipped(card, list, options)
    if (reason || !list) skipped.push({ title: card.name, reason: reason ?? 'noList' })
    else tasks.push(taskOf(card, list, about, options))
  }
  const used = new Set(tasks.flatMap(({ stickers }) => stickers))
  const labels = (board.labels ?? []).map(label => ({
    name: labelName(label),
    color: stickerColor(label.color ?? ''),
  }))
  return {
    boardName: board.name || 'Trello',
    columns: [...new Set(kept.map(columnTitle))],
    stickers: [
      ...new Map(labels.filter(({ name }) => used.has(name)).map(each => [each.name, each])).values(),
    ],
    tasks,
    skipped,
  }
}

function whySkipped(card: TrelloCard, list: TrelloList | undefined, { withArchived }: TrelloOptions) {
  if (!card.name?.trim()) return 'noTitle'
  if (!list) return 'noList'
  if (withArchived) return undefined
  if (card.closed) return 'archived'
  return list.closed ? 'archivedList' : undefined
}

/** The export keeps comments, checklists and people apart from the cards they belong to. */
function aboutCards({ actions = [], checklists = [], members = [], labels = [] }: TrelloBoard) {
  const comments = actions.filter(({ type, data }) => type === 'commentCard' && data?.text)
  return {
    comments: Map.groupBy(comments, ({ data }) => data?.card?.id),
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
  const description = [card.desc?.trim(), attachmentsOf(card, options)].filter(Boolean).join('\n\n')
  const comments = (about.comments.get(card.id) ?? []).toSorted((one, other) =>
    one.date.localeCompare(other.date),
  )
  return {
    title: kept(card.name.trim(), longest.title, 'titleCut'),
    column: columnTitle(list),
    description: description ? kept(description, longest.description, 'descriptionCut') : null,
    assignee: card.idMembers?.map(id => about.memberName.get(id)).find(Boolean) ?? null,
    startDate: dayOf(card.start),
    dueDate: dayOf(card.due),
    priority: null,
    estimateSeconds: null,
    stickers: [...new Set(card.idLabels?.flatMap(id => about.label.get(id) ?? []))],
    checklist: checklistOf(about.checklists.get(card.id) ?? []),
    comments: comments.map(({ data, date, memberCreator }) => {
      const byline = options.byline
        .replace('{{name}}', () => memberCreator?.fullName ?? '?')
        .replace('{{date}}', dayOf(date) ?? '')
      // An id in somebody else's text is not one of ours: nobody is to be notified.
      const text = (data?.text ?? '').replaceAll('@[', '@ [')
      return kept(`${byline}:\n\n${text}`, longest.comment, 'commentCut')
    }),
    remarks,
  }
}

/** A task has one checklist: of several, each item says which one it comes from. */
function checklistOf(checklists: NonNullable<TrelloBoard['checklists']>) {
  const hasSeveral = checklists.length > 1
  return checklists.toSorted(byPosition).flatMap(({ name, checkItems = [] }) =>
    checkItems
      .toSorted(byPosition)
      .filter(item => item.name.trim())
      .map(item => ({
        title: cut(hasSeveral ? `${name}: ${item.name}` : item.name, longest.item),
        isDone: item.state === 'complete',
      })),
  )
}

function attachmentsOf({ attachments = [] }: TrelloCard, options: TrelloOptions) {
  const links = attachments.filter(({ url }) => /^https?:\/\//.test(url ?? ''))
  if (links.length === 0) return ''
  const line = ({ name, url }: { name?: string; url?: string }) =>
    `- [${(name || url || '').replaceAll(/[[\]]/g, ' ')}](<${(url ?? '').replaceAll(/[<>]/g, '')}>)`
  return [options.attachments, ...links.map(line)].join('\n')
}

function labelName({ name, color }: { name?: string; color?: string | null }) {
  const word = (color ?? 'label').split('_')[0] ?? ''
  return cut(name?.trim() || word.charAt(0).toUpperCase() + word.slice(1), longest.sticker)
}

function columnTitle({ name }: TrelloList) {
  return cut(name?.trim() || '…', longest.column)
}

/** The day on the reader's own calendar, as Trello shows it. */
function dayOf(instant: string | null | undefined) {
  const date = instant ? new Date(instant) : undefined
  if (!date || Number.isNaN(date.getTime())) return null
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

function byPosition(one: { pos?: number }, other: { pos?: number }) {
  return (one.pos ?? 0) - (other.pos ?? 0)
}
