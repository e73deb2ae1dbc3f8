import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import type { Comment } from '@atrium/tasks/tasks/comments/comment.contract'
import type { Reaction } from '@atrium/tasks/tasks/comments/reaction.contract'
import { fullName } from '@atrium/ui/format'
import { IconButton } from '@atrium/ui/icon-button'
import { IconDots, IconMoodPlus } from '@atrium/ui/icons'
import { ActionIcon, Group, Popover, Skeleton, Tooltip, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReact, useShownReactions } from './comment.queries.ts'
import classes from './reactions.module.css'

const EmojiGrid = lazy(() =>
  import('@atrium/ui/emoji/emoji-grid').then(({ EmojiGrid }) => ({ default: EmojiGrid })),
)

/** For a quick answer. */
const choices = ['👍', '❤️', '🎉', '😄', '👀', '🚀', '🤔']

interface ReactionsProps {
  comment: Comment
  user: UserSummary
  mayReact: boolean
}

/** The reactions to a comment; a click joins or takes one's own back. */
export function Reactions({ comment, user, mayReact }: ReactionsProps) {
  const { t } = useTranslation()
  const react = useReact(comment.taskId)
  const reactions = useShownReactions(comment, user)
  const isMine = (emoji: string) =>
    reactions.some(one => one.emoji === emoji && one.users.some(({ id }) => id === user.id))
  const toggle = (emoji: string) => react({ commentId: comment.id, emoji, isOn: !isMine(emoji) })
  if (reactions.length === 0 && !mayReact) return null
  return (
    <Group gap={6} mt={4} role="group" aria-label={t('tasks.reactions.label')}>
      {reactions.map(reaction => (
        <ReactionChip
          key={reaction.emoji}
          reaction={reaction}
          isMine={isMine(reaction.emoji)}
          onToggle={mayReact ? () => toggle(reaction.emoji) : undefined}
        />
      ))}
      {mayReact && <ReactionPicker isOn={isMine} onPick={toggle} />}
    </Group>
  )
}

interface ReactionChipProps {
  reaction: Reaction
  isMine: boolean
  onToggle: (() => void) | undefined
}

function ReactionChip({ reaction: { emoji, count, users }, isMine, onToggle }: ReactionChipProps) {
  const { t } = useTranslation()
  const names = users.map(user => fullName(user)).join(', ')
  const action = onToggle ? (isMine ? 'remove' : 'join') : 'count'
  return (
    <Tooltip label={names} multiline maw={260} events={{ hover: true, focus: true, touch: false }}>
      <UnstyledButton
        className={classes.chip}
        data-mine={isMine || undefined}
        aria-pressed={onToggle ? isMine : undefined}
        aria-label={`${t(`tasks.reactions.${action}`, { emoji, count })} (${names})`}
        aria-disabled={!onToggle}
        onClick={onToggle}
      >
        <span aria-hidden="true">{emoji}</span>
        {count}
      </UnstyledButton>
    </Tooltip>
  )
}

interface ReactionPickerProps {
  isOn: (emoji: string) => boolean
  onPick: (emoji: string) => void
}

/** The usual ones at once, all others behind one more click. */
function ReactionPicker({ isOn, onPick }: ReactionPickerProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<'nothing' | 'usual' | 'all'>('nothing')
  const pick = (emoji: string) => {
    setShown('nothing')
    onPick(emoji)
  }
  return (
    <Popover
      opened={shown !== 'nothing'}
      onChange={isOpen => !isOpen && setShown('nothing')}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <IconButton
          icon={IconMoodPlus}
          label={t('tasks.reactions.add')}
          size={28}
          radius="xl"
          onClick={() => setShown(shown === 'nothing' ? 'usual' : 'nothing')}
        />
      </Popover.Target>
      <Popover.Dropdown p={shown === 'all' ? 'xs' : 4} aria-label={t('tasks.reactions.add')}>
        {shown === 'all' ? (
          <Suspense fallback={<Skeleton h={240} w={288} />}>
            <EmojiGrid onPick={pick} />
          </Suspense>
        ) : (
          <div className={classes.choices}>
            {choices.map(emoji => (
              <ActionIcon
                key={emoji}
                variant={isOn(emoji) ? 'light' : 'subtle'}
                color={isOn(emoji) ? undefined : 'gray'}
                size={36}
                fz="lg"
                aria-label={t('tasks.reactions.with', { emoji })}
                aria-pressed={isOn(emoji)}
                onClick={() => pick(emoji)}
              >
                {emoji}
              </ActionIcon>
            ))}
            <IconButton
              icon={IconDots}
              iconSize={18}
              label={t('tasks.reactions.more')}
              size={36}
              onClick={() => setShown('all')}
            />
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
