import { Extension, InputRule } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { NodeViewConstructor } from '@tiptap/pm/view'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    taskItems: {
      /** Turns the selected list items into tasks, or back; wraps a text that is in no list. */
      toggleTasks: () => ReturnType
    }
  }
}

/** List items with a box to tick. A list can have both kinds, as in Markdown. */
export const TaskItems = Extension.create<{ label: string }>({
  name: 'taskItems',
  priority: 200,
  addOptions: () => ({ label: '' }),
  addGlobalAttributes: () => [
    {
      types: ['listItem'],
      attributes: {
        checked: {
          default: null,
          parseHTML: element => {
            const box = element.querySelector<HTMLInputElement>(
              ':scope > input[type=checkbox], :scope > p > input[type=checkbox], :scope > label > input[type=checkbox]',
            )
            return box
              ? box.checked
              : element.dataset.checked === undefined
                ? null
                : element.dataset.checked === 'true'
          },
          renderHTML: ({ checked }) => (checked === null ? {} : { 'data-checked': checked }),
        },
      },
    },
  ],

  addCommands() {
    return {
      toggleTasks:
        () =>
        ({ chain, tr, state }) => {
          const { $from } = tr.selection
          const isInItem = $from.node(-1)?.type === state.schema.nodes.listItem
          if (!isInItem) return chain().toggleBulletList().toggleTasks().run()
          const { from, to } = tr.selection
          const items: number[] = []
          tr.doc.nodesBetween(from, to, (node, position, parent) => {
            const isInside = parent && node.isTextblock && parent.type === state.schema.nodes.listItem
            if (isInside) items.push(tr.doc.resolve(position).before())
          })
          const isOn = items.every(at => tr.doc.nodeAt(at)?.attrs.checked !== null)
          for (const at of items) tr.setNodeAttribute(at, 'checked', isOn ? null : false)
          return true
        },
    }
  },

  addKeyboardShortcuts() {
    return {
      // A new item is not done yet.
      Enter: ({ editor }) => {
        const { checked } = editor.getAttributes('listItem')
        return typeof checked === 'boolean' && editor.commands.splitListItem('listItem', { checked: false })
      },
      Backspace: ({ editor }) => {
        const { empty, $from } = editor.state.selection
        const isAtStart = empty && $from.parentOffset === 0 && $from.node(-1)?.attrs.checked != null
        return isAtStart && $from.index(-1) === 0 && editor.commands.toggleTasks()
      },
    }
  },

  addInputRules() {
    return [
      new InputRule({
        find: /^\[([ xX]?)\] $/,
        handler: ({ range, match, chain, state }) => {
          const isInItem = state.doc.resolve(range.from).node(-1)?.type.name === 'listItem'
          const wrapped = chain().deleteRange(range)
          if (!isInItem) wrapped.toggleBulletList()
          wrapped.updateAttributes('listItem', { checked: match[1]?.toLowerCase() === 'x' }).run()
        },
      }),
    ]
  },

  addProseMirrorPlugins() {
    const { label } = this.options
    return [new Plugin({ props: { nodeViews: { listItem: itemView(label) } } })]
  },
})

/** An element with a real checkbox, so that keyboards and screen readers find it. */
function itemView(label: string): NodeViewConstructor {
  return (node, view, getPos) => {
    const dom = document.createElement('li')
    const contentDOM = document.createElement('div')
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.contentEditable = 'false'
    box.setAttribute('aria-label', label)
    box.addEventListener('mousedown', event => event.preventDefault())
    box.addEventListener('change', () => {
      const position = getPos()
      if (position !== undefined)
        view.dispatch(view.state.tr.setNodeAttribute(position, 'checked', box.checked))
    })
    const show = ({ attrs: { checked } }: typeof node) => {
      dom.toggleAttribute('data-task', checked !== null)
      box.hidden = checked === null
      box.checked = checked === true
    }
    dom.append(box, contentDOM)
    show(node)
    return {
      dom,
      contentDOM,
      update: next => {
        if (next.type !== node.type) return false
        show(next)
        return true
      },
      ignoreMutation: mutation => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
      stopEvent: event => event.target === box,
    }
  }
}
