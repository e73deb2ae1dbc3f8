import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import classes from './markdown-text.module.css'
import type { MarkdownTextProps } from './markdown-text.tsx'

let loaded: ComponentType<MarkdownTextProps> | undefined

async function load() {
  const { MarkdownText } = await import('./markdown-text.tsx')
  loaded = MarkdownText
  return { default: MarkdownText }
}

const MarkdownText = lazy(load)

/** Keeps the room of the text until the Markdown parser is loaded: nobody should see the source for a moment. */
export function LazyMarkdown(props: MarkdownTextProps) {
  // A lazy component shows its fallback for a moment even if everything is there.
  const Shown = loaded ?? MarkdownText
  return (
    <Suspense
      fallback={
        <div className={classes.plain} style={{ visibility: 'hidden' }}>
          {props.text}
        </div>
      }
    >
      <Shown {...props} />
    </Suspense>
  )
}

/** Loads the parser while a text is being written. */
export function usePreloadedMarkdown(isWritten: boolean) {
  useEffect(() => {
    if (isWritten) load().catch(() => {}) // tried again when a text is shown
  }, [isWritten])
}
