import { pageTitle } from '@atrium/ui/branding'
import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconInbox } from '@atrium/ui/icons'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { useUndoShortcut } from '@atrium/ui/shortcuts/undo-shortcut'
import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../data/account/user-settings.ts'
import type { InboxSearch } from '../../data/search-params.ts'
import classes from '../../features/notifications/inbox/inbox.module.css'
import {
  type InboxGroup,
  inboxQuery,
  keyOf,
  useInboxActions,
  useReadGroup,
} from '../../features/notifications/inbox/inbox.queries.ts'
import { InboxFilters } from '../../features/notifications/inbox/inbox-filters.tsx'
import { InboxRow } from '../../features/notifications/inbox/inbox-row.tsx'
import { useGroupWords } from '../../features/notifications/inbox/inbox-words.ts'
import { ReadingPane } from '../../features/notifications/inbox/reading-pane.tsx'
import { momentText, type SnoozeChoice, snoozeTime } from '../../features/notifications/inbox/snooze-times.ts'
import { TaskContent } from './task-content.tsx'

/** Notifications by task, with the task beside the list, or in its place on small screens. */
export default function InboxPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/inbox' })
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const inbox = useInbox(search)
  const zone = useZone()
  const { group, show, ...moves } = useGroups(inbox.data ?? [], search, isWide)
  useReadWhenOpened(group)
  useInboxKeys({ group, ...moves })
  const { open } = search
  const isReading = open !== undefined
  return (
    <div className={classes.inbox} data-narrow={!isWide || undefined}>
      <title>{pageTitle(t('notifications.inbox.title'))}</title>
      {(isWide || !isReading) && <InboxList inbox={inbox} search={search} timeZone={zone} moves={moves} />}
      {!isWide && isReading && (
        <VisuallyHidden component="h1">{t('notifications.inbox.title')}</VisuallyHidden>
      )}
      {isReading && (
        <div className={classes.reading}>
          <ReadingPane
            key={open}
            group={group}
            timeZone={zone}
            onBack={isWide ? undefined : () => show(undefined, true)}
            onReply={focusReply}
            actions={actionsOf(moves)}
            task={isAboutTask(open) && <GroupTask open={open} onClose={() => show(undefined)} />}
          />
        </div>
      )}
      {isWide && !isReading && (
        <div className={classes.reading}>{inbox.data?.length ? <NothingChosen /> : null}</div>
      )}
    </div>
  )
}

function isAboutTask(open: string) {
  return open.startsWith('task-')
}

/** The account's time zone, or the browser's until it is known. */
function useZone() {
  const { timeZone, browserZone } = useTimeZone()
  return timeZone ?? browserZone
}

interface Moves {
  step: (by: number) => void
  finish: (group: InboxGroup) => void
  snooze: (group: InboxGroup, choice: SnoozeChoice) => void
  reopen: (group: InboxGroup) => void
  finishAll: (() => void) | undefined
}

function actionsOf({ finish, snooze, reopen }: Moves) {
  return { onFinish: finish, onSnooze: snooze, onReopen: reopen }
}

/** The group in the reading pane, and what can be done with it and the others. */
function useGroups(groups: InboxGroup[], search: InboxSearch, isWide: boolean) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate({ from: '/inbox' })
  const zone = useZone()
  const { titleOf } = useGroupWords()
  const actions = useInboxActions()
  const at = groups.findIndex(group => keyOf(group) === search.open)

  const show = (open: string | undefined, replace = isWide) =>
    void navigate({ to: '/inbox', search: { ...search, open }, replace })
  const step = (by: number) => {
    const next = groups[at < 0 ? 0 : at + by]
    if (!next) return
    show(keyOf(next))
    focusRow(keyOf(next))
  }
  /** On wide screens the next group takes the place of the one that has left. */
  const leave = (left: InboxGroup) => {
    if (keyOf(left) !== search.open) return
    const next = isWide ? (groups[at + 1] ?? groups[at - 1]) : undefined
    show(next && keyOf(next), true)
    if (next) focusRow(keyOf(next))
  }
  const moves: Moves = {
    step,
    finish: group => {
      leave(group)
      actions.finish(group, t('notifications.inbox.finished', { title: titleOf(group) }))
    },
    snooze: (group, choice) => {
      const until = snoozeTime(choice, zone)
      leave(group)
      const when = momentText(until, i18n.language, zone)
      actions.snooze(group, until, t('notifications.inbox.snoozed', { title: titleOf(group), when }))
    },
    reopen: group => {
      leave(group)
      actions.reopen(group)
    },
    finishAll: isOpenView(search) && groups.length > 0 ? () => actions.finishAll(search) : undefined,
  }
  return { group: groups[at], show, ...moves }
}

function isOpenView({ view }: InboxSearch) {
  return view !== 'snoozed' && view !== 'done'
}

function focusRow(key: string) {
  document.querySelector<HTMLElement>(`[data-group="${key}"]`)?.focus()
}

interface InboxListProps {
  inbox: ReturnType<typeof useInbox>
  search: InboxSearch
  timeZone: string
  moves: Moves
}

function useInbox(search: InboxSearch) {
  return useInfiniteQuery(inboxQuery(search))
}

function InboxList({ inbox, search, timeZone, moves }: InboxListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/inbox' })
  const { data: groups, error } = inbox
  return (
    <div className={classes.side}>
      <InboxFilters
        search={search}
        onChange={next => void navigate({ to: '/inbox', search: next, replace: true })}
        onFinishAll={moves.finishAll}
      />
      {!groups && !error && <ListSkeleton />}
      {!groups && error && <ErrorState error={error} onRetry={inbox.refetch} isRetrying={inbox.isFetching} />}
      {groups?.length === 0 && <NothingHere search={search} />}
      {groups && groups.length > 0 && (
        <ul className={classes.list} aria-label={t('notifications.inbox.title')}>
          {groups.map(group => (
            <InboxRow
              key={keyOf(group)}
              group={group}
              isOpen={keyOf(group) === search.open}
              search={search}
              timeZone={timeZone}
              {...actionsOf(moves)}
            />
          ))}
        </ul>
      )}
      {inbox.hasNextPage && (
        <Group justify="center" p="md">
          <Button
            variant="default"
            loading={inbox.isFetchingNextPage}
            onClick={() => void inbox.fetchNextPage()}
          >
            {t('notifications.older')}
          </Button>
        </Group>
      )}
    </div>
  )
}

interface GroupTaskProps {
  /** The key of the group. */
  open: string
  onClose: () => void
}

/** The task that the pane is about, also when its group is no longer in the list. */
function GroupTask({ open, onClose }: GroupTaskProps) {
  const navigate = useNavigate({ from: '/inbox' })
  const taskId = Number(open.slice('task-'.length))
  return (
    <TaskContent
      taskId={taskId}
      isShown={isNeighbour}
      lastStep={undefined}
      onStep={() => {}}
      onClose={onClose}
      onOpen={({ id, boardId }) =>
        void navigate({ to: '/board/$boardId/task/$taskId', params: { boardId, taskId: id } })
      }
    />
  )
}

/** J and K go through the inbox, not through the column of the task. */
function isNeighbour() {
  return false
}

function useReadWhenOpened(group: InboxGroup | undefined) {
  const { mutate } = useReadGroup()
  const read = useEffectEvent(() => group && mutate(group.id))
  const id = group && group.unread > 0 ? group.id : undefined
  useEffect(() => {
    if (id !== undefined) read()
  }, [id])
}

/** The field is at the end of the task, with the other comments. */
function focusReply() {
  const pane = document.querySelector('[data-reading-pane]')
  const field = pane?.querySelector<HTMLElement>('[data-new-comment] :is(textarea, [contenteditable=true])')
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
  return Boolean(field)
}

interface InboxKeys extends Moves {
  group: InboxGroup | undefined
}

function useInboxKeys({ group, step, finish, snooze, reopen }: InboxKeys) {
  const { t } = useTranslation()
  const title = t('notifications.inbox.title')
  const isAway = Boolean(group?.doneAt || group?.snoozedUntil)
  const onGroup = (run: (group: InboxGroup) => void) => () => (group ? run(group) : false)
  const key = (name: 'next' | 'previous' | 'finish' | 'snooze' | 'reopen' | 'reply') =>
    t(`notifications.inbox.keys.${name}`)
  useShortcuts(
    [
      { keys: 'j', description: key('next'), run: () => step(1) },
      { keys: 'k', description: key('previous'), run: () => step(-1) },
      { keys: 'e', description: key('finish'), run: onGroup(one => (one.doneAt ? false : finish(one))) },
      { keys: 'h', description: key('snooze'), run: onGroup(one => isAway || snooze(one, 'tomorrow')) },
      { keys: 'u', description: key('reopen'), run: onGroup(one => isAway && reopen(one)) },
      { keys: 'r', description: key('reply'), run: focusReply },
    ],
    { title },
  )
  useUndoShortcut(title)
}

function NothingChosen() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconInbox}
      title={t('notifications.inbox.choose.title')}
      text={t('notifications.inbox.choose.text')}
    />
  )
}

function NothingHere({ search: { view = 'all', projectId } }: { search: InboxSearch }) {
  const { t } = useTranslation()
  const isWhole = view === 'all' && projectId === undefined
  const key = isWhole ? 'empty' : view === 'done' || view === 'snoozed' ? view : 'emptyFilter'
  const texts = `notifications.inbox.nothing.${key}` as const
  return <EmptyState icon={IconInbox} title={t(`${texts}.title`)} text={t(`${texts}.text`)} />
}

function ListSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack px="md">
        <Skeleton h={52} />
        <Skeleton h={52} />
        <Skeleton h={52} />
      </Stack>
    </LoadingSkeleton>
  )
}
