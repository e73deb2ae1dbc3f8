import type { Losses } from './losses.ts'
import { longest, type PlannedAttachment, type PlannedTask } from './plan/import-plan.contract.ts'

/** The description, followed by links to the attachments. */
export function descriptionWith(task: PlannedTask, losses: Losses) {
  const { externalId, title, description, attachments = [] } = task
  const blocks = [description?.trim() ?? '']
  for (const attachment of attachments) {
    const link = linkTo(attachment)
    const size = blocks.join('\n').length + link.length + 2
    if (link && size <= longest.description) blocks.push(link)
    else losses.add('attachmentDropped', externalId, attachment.name)
    if (attachment.isCover) losses.add('coverDropped', externalId, title)
  }
  const [text, ...links] = blocks
  return [text, links.join('\n')].filter(Boolean).join('\n\n') || null
}

/** Nothing but http and https: a link with another scheme could run a script. */
function linkTo({ name, url }: PlannedAttachment) {
  if (!/^https?:\/\/[^\s<>]+$/i.test(url)) return ''
  return `- [${name.replaceAll(/[[\]\\\s]+/g, ' ').trim() || url}](<${url}>)`
}

/**
 * A comment of someone who is not a member names them in its first line. An id in an imported text is not one of our users:
 * it mentions nobody.
 */
export function commentText(text: string, author: string | undefined) {
  return (author === undefined ? text : `${author}:\n\n${text}`).replaceAll('@[', '@ [')
}
