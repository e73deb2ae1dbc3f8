import { Button, Group, Popover, TextInput } from '@mantine/core'
import { type Editor, getMarkRange } from '@tiptap/core'
import { type FormEvent, type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSafeLink } from '../../../../safe-addresses.ts'

interface LinkFormProps {
  editor: Editor
  isOpen: boolean
  onClose: () => void
  children: ReactElement
}

/** Sets or removes the link of the selected text; without a selection the address is inserted. */
export function LinkForm({ editor, isOpen, onClose, children }: LinkFormProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const current = editor.getAttributes('link').href ?? ''
  useEffect(() => {
    if (isOpen) setAddress(current)
    setIsInvalid(false)
  }, [isOpen, current])

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const typed = address.trim()
    const href = /^[\w.-]+\.[a-z]{2,}([/?#]|$)/i.test(typed) ? `https://${typed}` : typed
    if (href && !isSafeLink(href)) return setIsInvalid(true)
    onClose()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (!href) return chain.unsetLink().run()
    const { empty, $from } = editor.state.selection
    const isOnLink = getMarkRange($from, editor.schema.marks.link as never)
    if (empty && !isOnLink)
      return chain
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    // Behind the link: what is typed next must not replace it.
    return chain
      .setLink({ href })
      .command(({ tr, commands }) => commands.setTextSelection(tr.selection.to))
      .run()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={isOpen => !isOpen && onClose()}
      trapFocus
      returnFocus={false}
      closeOnEscape={false}
      position="bottom-start"
      shadow="md"
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown
        p="xs"
        onMouseDown={event => event.stopPropagation()}
        onKeyDown={event => {
          event.stopPropagation()
          if (event.key !== 'Escape') return
          event.preventDefault()
          close()
        }}
      >
        <form onSubmit={save}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              type="text"
              inputMode="url"
              aria-label={t('tasks.editor.linkAddress')}
              placeholder="https://"
              value={address}
              error={isInvalid && t('tasks.editor.linkInvalid')}
              onChange={event => setAddress(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit">{t('actions.save')}</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
