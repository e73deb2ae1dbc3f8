import { Fragment, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { nodesOf } from './read-document.ts'
import { writeDocument } from './write-document.ts'

const empty = { text: '', blocks: [] }

/** Files become attachments, and text that is Markdown becomes what it means. Copied text is Markdown again. */
export function pasteHandlers(addFiles: (files: readonly File[], position: number) => void) {
  return {
    handlePaste: (view, { clipboardData }) => {
      if (!clipboardData) return false
      const { files, types } = clipboardData
      // Copied text can include an image of itself; then the text is meant.
      if (files.length > 0 && !types.includes('text/plain')) {
        addFiles([...files], view.state.selection.from)
        return true
      }
      const isCode = view.state.selection.$from.parent.type.spec.code
      // Code editors copy colors along with the text.
      const isPlain = !types.includes('text/html') || types.includes('vscode-editor-data')
      return !isCode && isPlain && pasteMarkdown(view, clipboardData.getData('text/plain'))
    },
    handleDrop: (view, event) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return false
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
      addFiles(files, place?.pos ?? view.state.selection.from)
      return true
    },
    clipboardTextSerializer: ({ content }, { state: { schema } }) => markdownOf(schema, content),
  } satisfies EditorProps
}

const signs =
  /^(#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~|\|.*\|)|\*\*\S|~~\S|`[^`\n]+`|\[[^\]\n]+\]\(|@\[\d+\]/m

function pasteMarkdown(view: EditorView, text: string) {
  if (!signs.test(text)) return false
  const nodes = nodesOf(view.state.schema, text)
  view.dispatch(view.state.tr.replaceSelection(Slice.maxOpen(Fragment.from(nodes))).scrollIntoView())
  return true
}

function markdownOf(schema: Schema, content: Fragment) {
  const nodes = content.firstChild?.isInline ? [schema.node('paragraph', null, content)] : content.content
  const [only, ...others] = nodes
  const isPlain = only?.children.every(node => node.isText && node.marks.length === 0)
  // A single line without any marks is copied without backslashes.
  if (only && others.length === 0 && isPlain) return only.textContent
  return writeDocument(schema.topNodeType.create(null, nodes), empty)
}
