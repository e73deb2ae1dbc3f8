import type { Member } from '@atrium/tasks/projects/member.contract'
import { fullName } from '@atrium/ui/format'
import { Anchor, Typography } from '@mantine/core'
import { createElement, Fragment, memo, type ReactNode } from 'react'
import { type MarkdownNode, readMarkdown } from './markdown.ts'
import classes from './markdown-text.module.css'

export interface MarkdownTextProps {
  text: string
  /** Who can be mentioned; without them mentions stay as they were typed. */
  members?: Member[]
}

/** HTML in the text is shown as text. Memoized, so that a new comment does not parse all the others again. */
export const MarkdownText = memo(function MarkdownText({ text, members }: MarkdownTextProps) {
  return <Typography className={classes.text}>{renderAll(readMarkdown(text), members)}</Typography>
})

function renderAll(nodes: MarkdownNode[], members: Member[] | undefined) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text have no ids and never move
  return nodes.map((node, index) => <Fragment key={index}>{renderNode(node, members)}</Fragment>)
}

function renderNode(node: MarkdownNode, members: Member[] | undefined): ReactNode {
  const { token, children } = node
  const inside = () => renderAll(children, members)
  switch (token.type) {
    case 'text':
      return members ? withMentions(token.content, members) : token.content
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
      return <Image address={String(token.attrGet('src'))} alt={textOf(children)} />
    case 'link_open':
      return <Link address={String(token.attrGet('href'))}>{inside()}</Link>
    case 'bullet_list_open':
      return <ul className={children.some(isTaskItem) ? 'contains-task-list' : undefined}>{inside()}</ul>
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? 1)}>{inside()}</ol>
    case 'list_item_open':
      return <li>{isTaskItem(node) ? <TaskItem node={node} members={members} /> : inside()}</li>
    case 'th_open':
    case 'td_open':
      return createElement(token.tag, { style: alignment(token.attrGet('style')) }, inside())
  }
  // Tokens without a tag and paragraphs of a tight list render only their children.
  if (!token.tag || token.hidden) return inside()
  return token.nesting === 0 ? createElement(token.tag) : createElement(token.tag, null, inside())
}

const task = /^\[([ xX])\]\s/

/** The first text of a list item, at any depth. */
function firstText({ token, children }: MarkdownNode): string {
  if (token.type === 'text') return token.content
  return children[0] ? firstText(children[0]) : ''
}

function isTaskItem(node: MarkdownNode) {
  return node.token.type === 'list_item_open' && task.test(firstText(node))
}

function TaskItem({ node, members }: { node: MarkdownNode; members: Member[] | undefined }) {
  const [, mark] = task.exec(firstText(node)) ?? []
  return (
    <>
      <input type="checkbox" checked={mark !== ' '} disabled readOnly />{' '}
      {renderAll(withoutMark(node).children, members)}
    </>
  )
}

function withoutMark(node: MarkdownNode): MarkdownNode {
  if (node.token.type === 'text') {
    const token = Object.assign(Object.create(node.token), {
      content: node.token.content.replace(task, ''),
    })
    return { token, children: [] }
  }
  const [first, ...others] = node.children
  return first ? { ...node, children: [withoutMark(first), ...others] } : node
}

function alignment(style: unknown) {
  const [, textAlign] = /^text-align:(left|center|right)$/.exec(String(style)) ?? []
  return textAlign ? { textAlign: textAlign as 'left' | 'center' | 'right' } : undefined
}

function textOf(nodes: MarkdownNode[]): string {
  return nodes.map(({ token, children }) => token.content + textOf(children)).join('')
}

/** Replaces `@[12]` with the name of the member with the id 12. */
function withMentions(text: string, members: Member[]) {
  return text.split(/(@\[\d{1,16}\])/).map((part, index) => {
    const [, id] = /^@\[(\d+)\]$/.exec(part) ?? []
    const member = id && members.find(({ userId }) => userId === Number(id))
    if (!member) return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={index} className={classes.mention}>
        @{fullName(member.user)}
      </span>
    )
  })
}

const ownImage = /^\/attachment\/\d+\/content$/

/** Only attachments are rendered: an external image would reveal to its server who reads this, and when. */
function Image({ address, alt }: { address: string; alt: string }) {
  if (ownImage.test(address)) return <img src={address} alt={alt} loading="lazy" />
  return <Link address={address}>{alt || address}</Link>
}

/** Other schemes can execute code, and an address of our own could change something when it is opened. */
function Link({ address, children }: { address: string; children: ReactNode }) {
  if (!/^(https?:|mailto:)/i.test(address) && !ownImage.test(address)) return children
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
      {children}
    </Anchor>
  )
}
