import type { Member } from '@atrium/tasks/projects/member.schema'
import { fullName } from '@atrium/ui/person'
import { Anchor, Typography } from '@mantine/core'
import { memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import classes from './markdown-text.module.css'
import { remarkMentions } from './remark-mentions.ts'

export interface MarkdownTextProps {
  text: string
  /** Who may be mentioned in it; without them a mention stays as it was written. */
  members?: Member[]
}

const plugins = [remarkGfm]
const pluginsWithMentions = [remarkGfm, remarkMentions]

/** HTML in the text is shown as text, never run. Read once: a new comment must not have all the others read again. */
export const MarkdownText = memo(function MarkdownText({ text, members }: MarkdownTextProps) {
  return (
    <Typography className={classes.text}>
      <Markdown
        remarkPlugins={members ? pluginsWithMentions : plugins}
        components={componentsFor(members)}
        urlTransform={safeAddress}
      >
        {text}
      </Markdown>
    </Typography>
  )
})

const ownImage = /^\/attachment\/\d+\/content$/

/** Other schemes may run something, and an address of our own could be one that does something when it is opened. */
function safeAddress(address: string) {
  if (ownImage.test(address)) return address
  return /^(https?:|mailto:)/i.test(address) ? address : ''
}

function componentsFor(members: Member[] = []): Components {
  return {
    a: ({ href, children }) => (href ? <OutsideLink href={href}>{children}</OutsideLink> : children),
    // Only attachments are drawn: an image from elsewhere would tell its server who reads this, and when.
    img: ({ src, alt }) => {
      if (typeof src !== 'string' || !src) return <>{alt}</>
      if (ownImage.test(src)) return <img src={src} alt={alt} loading="lazy" />
      return <OutsideLink href={src}>{alt || src}</OutsideLink>
    },
    span: ({ node, children }) => {
      const id = Number(node?.properties.dataMention)
      const member = members.find(({ userId }) => userId === id)
      return member ? (
        <span className={classes.mention}>@{fullName(member.user)}</span>
      ) : (
        <span>{children}</span>
      )
    },
  }
}

function OutsideLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" inherit>
      {children}
    </Anchor>
  )
}
