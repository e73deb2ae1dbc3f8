import { EmojiPicker } from '@atrium/ui/emoji/emoji-picker'
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMoodSmile,
  IconPaperclip,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
} from '@atrium/ui/icons'
import { ActionIcon, type ActionIconProps, FileButton, Menu } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { ComponentType, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkForm } from './link-form.tsx'
import classes from './rich-editor.module.css'

interface ToolbarProps {
  editor: Editor
  isLinkOpen: boolean
  onLink: (isOpen: boolean) => void
  onFiles: (files: File[]) => void
  /** At the end, for example the switch to Markdown. */
  children: ReactNode
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const ctrl = isMac ? '⌘' : 'Ctrl+'

/** One stop for the Tab key; arrow keys move between its buttons. */
export function Toolbar({ editor, isLinkOpen, onLink, onFiles, children }: ToolbarProps) {
  const { t } = useTranslation()
  const run = () => editor.chain().focus()
  const isActive = (name: string) => editor.isActive(name)
  return (
    <div
      role="toolbar"
      aria-label={t('tasks.editor.toolbar')}
      className={classes.toolbar}
      onKeyDown={moveFocus}
      // The buttons act on the selection, which has to stay.
      onMouseDown={event => event.preventDefault()}
    >
      <Tool
        label={t('tasks.editor.bold')}
        keys={`${ctrl}B`}
        icon={IconBold}
        isOn={isActive('bold')}
        tabIndex={0}
        onClick={() => run().toggleBold().run()}
      />
      <Tool
        label={t('tasks.editor.italic')}
        keys={`${ctrl}I`}
        icon={IconItalic}
        isOn={isActive('italic')}
        onClick={() => run().toggleItalic().run()}
      />
      <Tool
        label={t('tasks.editor.strike')}
        icon={IconStrikethrough}
        isOn={isActive('strike')}
        onClick={() => run().toggleStrike().run()}
      />
      <Tool
        label={t('tasks.editor.code')}
        keys={`${ctrl}E`}
        icon={IconCode}
        isOn={isActive('code')}
        onClick={() => run().toggleCode().run()}
      />
      <LinkForm editor={editor} isOpen={isLinkOpen} onClose={() => onLink(false)}>
        <Tool
          label={t('tasks.editor.link')}
          keys={`${ctrl}K`}
          icon={IconLink}
          isOn={isActive('link')}
          onClick={() => onLink(!isLinkOpen)}
        />
      </LinkForm>
      <span className={classes.divider} />
      <HeadingMenu editor={editor} />
      <Tool
        label={t('tasks.editor.bullets')}
        icon={IconList}
        isOn={isActive('bulletList')}
        onClick={() => run().toggleBulletList().run()}
      />
      <Tool
        label={t('tasks.editor.numbers')}
        icon={IconListNumbers}
        isOn={isActive('orderedList')}
        onClick={() => run().toggleOrderedList().run()}
      />
      <Tool
        label={t('tasks.editor.tasks')}
        icon={IconListCheck}
        isOn={editor.getAttributes('listItem').checked != null}
        onClick={() => run().toggleTasks().run()}
      />
      <Tool
        label={t('tasks.editor.quote')}
        icon={IconBlockquote}
        isOn={isActive('blockquote')}
        onClick={() => run().toggleBlockquote().run()}
      />
      <Tool
        label={t('tasks.editor.codeBlock')}
        icon={IconSourceCode}
        isOn={isActive('codeBlock')}
        onClick={() => run().toggleCodeBlock().run()}
      />
      <TableMenu editor={editor} />
      <span className={classes.divider} />
      <FileButton multiple onChange={onFiles}>
        {props => <Tool {...props} label={t('tasks.editor.file')} icon={IconPaperclip} />}
      </FileButton>
      <EmojiPicker keepsFocus onPick={symbol => run().insertContent(symbol).run()}>
        {toggle => <Tool label={t('tasks.editor.emoji')} icon={IconMoodSmile} onClick={toggle} />}
      </EmojiPicker>
      <span className={classes.end}>{children}</span>
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = buttons.indexOf(event.target as HTMLElement)
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = buttons[steps[event.key] ?? -1]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

interface ToolProps extends ActionIconProps {
  label: string
  keys?: string
  icon: ComponentType<{ size: number; stroke?: number }>
  isOn?: boolean
  tabIndex?: number
  onClick?: () => void
}

function Tool({ label, keys, icon: Icon, isOn, tabIndex = -1, ...props }: ToolProps) {
  return (
    <ActionIcon
      {...props}
      className={classes.tool}
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? undefined : 'gray'}
      aria-label={label}
      aria-pressed={isOn}
      title={keys ? `${label} (${keys})` : label}
      tabIndex={tabIndex}
    >
      <Icon size={17} stroke={1.75} />
    </ActionIcon>
  )
}

const levels = [1, 2, 3] as const

function HeadingMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const run = () => editor.chain().focus()
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Tool label={t('tasks.editor.heading')} icon={IconHeading} isOn={editor.isActive('heading')} />
      </Menu.Target>
      <Menu.Dropdown>
        {levels.map(level => (
          <Menu.Item
            key={level}
            fw={650}
            fz={`${1.3 - level / 10}rem`}
            onClick={() => run().setHeading({ level }).run()}
          >
            {t('tasks.editor.headingLevel', { level })}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => run().setParagraph().run()}>{t('tasks.editor.text')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function TableMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const run = () => editor.chain().focus()
  const icon = { label: t('tasks.editor.table'), icon: IconTable }
  if (!editor.isActive('table')) {
    return (
      <Tool {...icon} onClick={() => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()} />
    )
  }
  const actions = {
    addRow: () => run().addRowAfter().run(),
    addColumn: () => run().addColumnAfter().run(),
    deleteRow: () => run().deleteRow().run(),
    deleteColumn: () => run().deleteColumn().run(),
    deleteTable: () => run().deleteTable().run(),
  }
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Tool {...icon} isOn />
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(actions) as (keyof typeof actions)[]).map(name => (
          <Menu.Item key={name} onClick={actions[name]}>
            {t(`tasks.editor.tableActions.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
