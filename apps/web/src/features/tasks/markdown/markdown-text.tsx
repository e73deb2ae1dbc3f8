import type { Member } from '@atrium/tasks/projects/member.contract'
import { fullName } from '@atrium/ui/format'
import { Anchor, Typography } from '@mantine/core'
import { createElement, Fragment, lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnImage, isSafeLink } from '../../../safe-addresses.ts'
import { type MarkdownNode, readMarkdown } from './markdown.ts'
import classes from './markdown-text.module.css'
import { splitMentions } from './mentions.ts'
import { taskMarkOf, withoutTaskMark } from './task-list.ts'
import { TaskReference } from './task-reference.tsx'
import { splitTaskReferences } from './task-references.ts'

const Lightbox = lazy(() =>
  import('../lightbox/lightbox.tsx').then(({ Lightbox }) => ({ default: Lightbox })),
)

export interface MarkdownTextProps {
  text: string
  /** Who can be mentioned; without them mentions stay as they were typed. */
  members?: Member[] | undefined
  /** Ticks or clears the box in this line; without it boxes can't be ticked. */
  onTick?: ((line: number, isChecked: boolean) => void) | undefined
}

interface View extends Omit<MarkdownTextProps, 'text'> {
  onOpen: (address: string) => void
  /** Links can't contain links. */
  isInLink?: boolean
}

/** HTML in the text is shown as text. Memoized, so that a new comment does not parse all the others again. */
export const MarkdownText = memo(function MarkdownText({ text, members, onTick }: MarkdownTextProps) {
  const [opened, setOpened] = useState<string>()
  const nodes = readMarkdown(text)
  return (
    <Typography className={classes.text}>
      {renderAll(nodes, { members, onTick, onOpen: setOpened })}
      {opened && (
        <Suspense>
          <Lightbox images={imagesIn(nodes)} opened={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Typography>
  )
})

function imagesIn(nodes: MarkdownNode[]): { address: string; name: string }[] {
  return nodes.flatMap(({ token, children }) => {
    const address = String(token.attrGet('src'))
    return token.type === 'image' && isOwnImage(address)
      ? { address, name: textOf(children) }
      : imagesIn(children)
  })
}

function renderAll(nodes: MarkdownNode[], view: View) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text have no ids and never move
  return nodes.map((node, index) => <Fragment key={index}>{renderNode(node, view)}</Fragment>)
}

function renderNode(node: MarkdownNode, view: View): ReactNode {
  const { token, children } = node
  const inside = () => renderAll(children, view)
  switch (token.type) {
    case 'text':
      return splitMentions(token.content).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Fragment key={index}>
          {typeof part === 'string' ? (
            withReferences(part, view)
          ) : (
            <Mention id={part.id} members={view.members} />
          )}
        </Fragment>
      ))
    case 'softbreak':
      return '\n'
    case 'code_inline':
      return <code>{token.content}</code>
    case 'code_block':
    case 'fence':
      return (
        <pre>
          <code>{token.content}</code>
        </pre>
      )
    case 'image':
      return <Image address={String(token.attrGet('src'))} alt={textOf(children)} onOpen={view.onOpen} />
    case 'link_open':
      return (
        <Link address={String(token.attrGet('href'))}>
          {renderAll(children, { ...view, isInLink: true })}
        </Link>
      )
    case 'bullet_list_open':
      return <ul>{inside()}</ul>
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? 1)}>{inside()}</ol>
    case 'list_item_open':
      return taskMarkOf(node) ? <TaskItem node={node} view={view} /> : <li>{inside()}</li>
    case 'th_open':
    case 'td_open':
      return createElement(token.tag, { style: alignment(token.attrGet('style')) }, inside())
  }
  // Tokens without a tag and paragraphs of a tight list render only their children.
  if (!token.tag || token.hidden) return inside()
  return token.nesting === 0 ? createElement(token.tag) : createElement(token.tag, null, inside())
}

function TaskItem({ node, view }: { node: MarkdownNode; view: View }) {
  const { isChecked = false, line = 0 } = taskMarkOf(node) ?? {}
  const { children } = withoutTaskMark(node)
  const { onTick } = view
  return (
    <li data-task>
      <input
        type="checkbox"
        aria-label={textOf(children.slice(0, 1))}
        checked={isChecked}
        disabled={!onTick}
        onChange={event => onTick?.(line, event.currentTarget.checked)}
      />
      <div>{renderAll(children, view)}</div>
    </li>
  )
}

function alignment(style: unknown) {
  const [, textAlign] = /^text-align:(left|center|right)$/.exec(String(style)) ?? []
  return textAlign ? { textAlign: textAlign as 'left' | 'center' | 'right' } : undefined
}

/** The content of a line repeats that of its parts. */
function textOf(nodes: MarkdownNode[]): string {
  return nodes.map(({ token, children }) => textOf(children) || token.content).join('')
}

/** Shows `@[12]` as the name of the member with the id 12. */
function Mention({ id, members }: { id: number; members?: Member[] | undefined }) {
  const member = members?.find(({ userId }) => userId === id)
  return member ? <span className={classes.mention}>@{fullName(member.user)}</span> : `@[${id}]`
}

function withReferences(text: string, { isInLink }: View) {
  if (isInLink) return text
  return splitTaskReferences(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    typeof part === 'string' ? part : <TaskReference key={index} taskKey={part.key} />,
  )
}

interface ImageProps {
  address: string
  alt: string
  onOpen: (address: string) => void
}

function Image({ address, alt, onOpen }: ImageProps) {
  const { t } = useTranslation()
  if (!isOwnImage(address)) return <Link address={address}>{alt || address}</Link>
  return (
    <button
      type="button"
      className={classes.image}
      aria-label={t('tasks.lightbox.open', { name: alt })}
      onClick={() => onOpen(address)}
    >
      <img src={address} alt="" loading="lazy" />
    </button>
  )
}

function Link({ address, children }: { address: string; children: ReactNode }) {
  if (!isSafeLink(address)) return children
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
      {children}
    </Anchor>
  )
}
