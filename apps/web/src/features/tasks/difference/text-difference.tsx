import type { Member } from '@atrium/tasks/projects/member.contract'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './text-difference.module.css'
import { readableText, wordDifference } from './word-difference.ts'

interface TextDifferenceProps {
  /** Both are Markdown. */
  before: string
  after: string
  members: Member[]
}

/** What was added and removed, word by word, without the marks of Markdown. */
export function TextDifference({ before, after, members }: TextDifferenceProps) {
  const { t } = useTranslation()
  const [old, now] = [readableText(before, members), readableText(after, members)]
  const parts = useMemo(() => wordDifference(old, now), [old, now])
  if (old === now) return <Text size="sm">{t('tasks.difference.formatting')}</Text>
  if (!parts) return <Text size="sm">{t('tasks.difference.rewritten')}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts can be scrolled by keyboard
    <section className={classes.text} aria-label={t('tasks.difference.label')} tabIndex={0}>
      {parts.map(({ text, change }, index) => {
        const Part = change === 'added' ? 'ins' : change === 'removed' ? 'del' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a difference never move
        return <Part key={index}>{text}</Part>
      })}
    </section>
  )
}
