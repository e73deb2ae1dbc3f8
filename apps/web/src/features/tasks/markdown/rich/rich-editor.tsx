import type { Member } from '@atrium/tasks/projects/member.contract'
import { Typography } from '@mantine/core'
import { Editor, Extension } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { Selection } from '@tiptap/pm/state'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import textClasses from '../markdown-text.module.css'
import { nameToMention } from '../mentions.ts'
import { blockChoices } from './block-choices.tsx'
import {
  CompletionList,
  type CompletionQuery,
  completionAt,
  type Suggestion,
  suggestionsFor,
} from './completion.tsx'
import { pasteHandlers } from './paste.ts'
import { type ReadDocument, readDocument } from './read-document.ts'
import classes from './rich-editor.module.css'
import { documentExtensions } from './schema.ts'
import { Toolbar } from './toolbar.tsx'
import { insertFiles, type UploadedFile, uploadPlaces } from './upload-places.ts'
import { writeDocument } from './write-document.ts'

export interface RichEditorProps {
  label: string
  placeholder?: string | undefined
  /** Markdown, as it is stored. */
  value: string
  minRows: number
  members: Member[]
  /** Whether the field that this editor replaces has the focus. Called on mount, which can be long after the first render. */
  takesFocus: () => boolean
  onChange: (text: string) => void
  /** With the text as it is now, which may not have been rendered yet. */
  onSubmit: (text: string) => void
  onLeave: () => void
  onUpload: (file: File) => Promise<UploadedFile | undefined>
  /** The field for the Markdown source, for those who can't have this one. */
  source: ReactNode
  /** The end of the toolbar. */
  children: ReactNode
}

/** Shows Markdown as it will look, and writes Markdown. */
export function RichEditor(props: RichEditorProps) {
  const { t } = useTranslation()
  const { value, members, minRows, children } = props
  const holder = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const document = useRef<{ written: string; original: ReadDocument }>(null)
  const [editor, setEditor] = useState<Editor>()
  const [, setRevision] = useState(0)
  const [isLinkOpen, setIsLinkOpen] = useState(false)
  const completion = useCompletion(editor, members)
  useLayoutEffect(() => {
    latest.current = props
  })
  const pressed = useRef(completion.press)
  useLayoutEffect(() => {
    pressed.current = completion.press
  })

  const lastUpload = useRef(Promise.resolve())
  const addFiles = (files: readonly File[], position = editor?.state.selection.from ?? 0) => {
    if (!editor) return
    const upload = (file: File) => latest.current.onUpload(file)
    lastUpload.current = insertFiles(editor.view, { files, position, upload, after: lastUpload.current })
  }
  const addFilesLater = useRef(addFiles)
  useLayoutEffect(() => {
    addFilesLater.current = addFiles
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; it reads what changes from `latest`
  useLayoutEffect(() => {
    const { label, placeholder = '', takesFocus } = latest.current
    const nameOf = (id: number) => nameToMention(id, latest.current.members)
    const created = new Editor({
      element: holder.current,
      extensions: [
        ...documentExtensions({ nameOf, taskLabel: t('tasks.editor.done') }),
        Extension.create({ name: 'uploads', addProseMirrorPlugins: () => [uploadPlaces()] }),
        Placeholder.configure({ placeholder }),
      ],
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        ...pasteHandlers((files, position) => addFilesLater.current(files, position)),
        handleKeyDown: (_view, event) => pressed.current(event) || press(event),
      },
      onTransaction: () => setRevision(now => now + 1),
      onUpdate: ({ editor }) => {
        if (!document.current) return
        document.current.written = writeDocument(editor.state.doc, document.current.original)
        latest.current.onChange(document.current.written)
      },
    })
    document.current = open(created, latest.current.value)
    if (takesFocus()) continueAtEnd(created, latest.current.value)
    setEditor(created)
    return () => created.destroy()
  }, [])

  // The text was sent, or replaced from outside.
  useEffect(() => {
    if (editor && !editor.isDestroyed && document.current && document.current.written !== value)
      document.current = open(editor, value)
  }, [editor, value])

  const press = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    if (event.isComposing) return false
    if (event.key === 'Enter' && isCommand)
      latest.current.onSubmit(document.current?.written ?? latest.current.value)
    else if (event.key === 'Escape') latest.current.onLeave()
    else if (event.code === 'KeyK' && isCommand) setIsLinkOpen(true)
    else return false
    // Otherwise it would open the command palette.
    event.stopPropagation()
    return true
  }

  return (
    <div className={classes.editor}>
      {editor && (
        <Toolbar editor={editor} isLinkOpen={isLinkOpen} onLink={setIsLinkOpen} onFiles={addFiles}>
          {children}
        </Toolbar>
      )}
      <Typography className={textClasses.text}>
        <div ref={holder} className={classes.content} style={{ '--rows': minRows } as CSSProperties} />
      </Typography>
      {editor && completion.list}
    </div>
  )
}

/**
 * Where the plain field was left that was shown while this editor was loading. At once: the editor's own command waits for
 * the next frame, and what is typed until then would be lost.
 */
function continueAtEnd({ state, view }: Editor, typed: string) {
  const tr = state.tr.setSelection(Selection.atEnd(state.doc))
  if (/\S +$/.test(typed)) tr.insertText(' ') // Markdown ignores it, but the next word needs it
  view.dispatch(tr)
  view.focus()
}

/** Replaces the document; there is nothing to undo before it. */
function open(editor: Editor, text: string) {
  const original = readDocument(editor.schema, text)
  const nodes = original.blocks.map(({ node }) => node)
  const { tr, doc, schema } = editor.state
  const content = nodes.length > 0 ? nodes : [schema.node('paragraph')]
  tr.replaceWith(0, doc.content.size, content).setMeta('addToHistory', false).setMeta('preventUpdate', true)
  editor.view.dispatch(tr)
  return { written: text, original }
}

const labels = {
  mention: 'tasks.comments.mention',
  emoji: 'tasks.editor.emoji',
  block: 'tasks.editor.blocks',
} as const

function useCompletion(editor: Editor | undefined, members: Member[]) {
  const { t } = useTranslation()
  const id = useId()
  const [selected, setSelected] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  const offered = (typed: CompletionQuery) =>
    typed.kind === 'block' ? blockChoices(typed, t) : suggestionsFor(typed, members)
  const query: CompletionQuery | undefined = editor?.isFocused ? completionAt(editor.state) : undefined
  const suggestions = query && query.from !== dismissed ? offered(query) : []
  const isOpen = suggestions.length > 0
  const current = Math.min(selected, suggestions.length - 1)
  const search = query?.search
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another word is typed
  useEffect(() => setSelected(0), [search])
  useEffect(() => {
    const target = editor?.view.dom
    if (!target || !isOpen) return
    target.setAttribute('aria-controls', id)
    target.setAttribute('aria-activedescendant', `${id}-${current}`)
    return () => {
      target.removeAttribute('aria-controls')
      target.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, isOpen, current])

  const choose = (suggestion: Suggestion | undefined) => {
    if (editor) suggestion?.insert(editor)
  }
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setSelected((current + step + suggestions.length) % suggestions.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(suggestions[current])
    else if (event.key === 'Escape') setDismissed(query?.from)
    else return false
    event.stopPropagation()
    return true
  }
  const label = t(labels[query?.kind ?? 'mention'])
  const list = isOpen && editor && query && (
    <CompletionList
      id={id}
      label={label}
      editor={editor}
      from={query.from}
      suggestions={suggestions}
      selected={current}
      onChoose={choose}
    />
  )
  return { press, list }
}
