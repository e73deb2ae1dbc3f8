import { findEmoji } from '@atrium/ui/emoji/emoji'
import { type AnyExtension, Extension, InputRule, Node } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { TableCell, TableHeader, TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { isOwnImage } from '../../../../safe-addresses.ts'
import { TaskItems } from './task-items.ts'

interface DocumentOptions {
  /** The name of a member who is mentioned. */
  nameOf?: (userId: number) => string | undefined
  /** What a box to tick is called. */
  taskLabel?: string
}

/** The nodes and marks that Markdown has, and nothing that it has not. */
export function documentExtensions({ nameOf, taskLabel = '' }: DocumentOptions = {}): AnyExtension[] {
  return [
    StarterKit.configure({
      code: false,
      underline: false,
      link: {
        openOnClick: false,
        markdownLinks: true,
        shouldAutoLink: address => /^(https?:\/\/|www\.)/i.test(address),
        HTMLAttributes: { target: null, rel: 'noopener noreferrer' },
      },
    }),
    Code.extend({ excludes: '' }),
    TableKit.configure({ tableCell: false, tableHeader: false, table: { resizable: false } }),
    TableCell.extend({ content: 'paragraph' }),
    TableHeader.extend({ content: 'paragraph' }),
    TightLists,
    TaskItems.configure({ label: taskLabel }),
    EmojiShortcodes,
    Image,
    RawMarkdown,
    Mention.configure(nameOf ? { nameOf } : {}),
  ]
}

/** Whether a list is written without blank lines between its items. */
const TightLists = Extension.create({
  name: 'tightLists',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList'], attributes: { tight: { default: true, rendered: false } } },
  ],
})

/** `:smile:` becomes the emoji with the second colon. */
const EmojiShortcodes = Extension.create({
  name: 'emojiShortcodes',
  addInputRules: () => [
    new InputRule({
      find: /(?<=^|\s):([a-z\d_+-]+):$/,
      handler: ({ range, match: [, typed = ''], chain }) => {
        const [emoji] = findEmoji(typed, 1)
        if (emoji?.words.includes(typed)) chain().insertContentAt(range, emoji.symbol).run()
      },
    }),
  ],
})

const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, title: { default: null } }),
  // Images of other sites are not ours to copy: their text is pasted without them.
  parseHTML: () => [{ tag: 'img[src^="/attachment/"]' }],
  renderHTML({ node: { attrs } }) {
    if (isOwnImage(attrs.src)) return ['img', { src: attrs.src, alt: attrs.alt }]
    return ['span', { 'data-external-image': '', title: attrs.src }, attrs.alt || attrs.src]
  },
  renderText: ({ node }) => node.attrs.alt,
})

/** Markdown that the editor has no better view for, as it was written. */
const RawMarkdown = Node.create({
  name: 'rawMarkdown',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'pre[data-raw-markdown]', preserveWhitespace: 'full', priority: 100 }],
  renderHTML: () => ['pre', { 'data-raw-markdown': '' }, 0],
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) =>
        editor.isActive('rawMarkdown') && editor.commands.insertContent({ type: 'text', text: '\n' }),
    }
  },
})

const Mention = Node.create<{ nameOf: (userId: number) => string | undefined }>({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ nameOf: () => undefined }),
  addAttributes: () => ({
    id: {
      default: 0,
      parseHTML: element => Number(element.dataset.mention),
      renderHTML: ({ id }) => ({ 'data-mention': id }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]' }],
  renderHTML({ node, HTMLAttributes }) {
    const name = this.options.nameOf(node.attrs.id)
    return ['span', HTMLAttributes, name ? `@${name}` : `@[${node.attrs.id}]`]
  },
  renderText: ({ node }) => `@[${node.attrs.id}]`,
})
