import { lazy, Suspense } from 'react'
import classes from './markdown-text.module.css'
import type { MarkdownTextProps } from './markdown-text.tsx'

const MarkdownText = lazy(() =>
  import('./markdown-text.tsx').then(({ MarkdownText }) => ({ default: MarkdownText })),
)

/** Shows the plain text until the Markdown parser is loaded. */
export function LazyMarkdown(props: MarkdownTextProps) {
  return (
    <Suspense fallback={<div className={classes.plain}>{props.text}</div>}>
      <MarkdownText {...props} />
    </Suspense>
  )
}
