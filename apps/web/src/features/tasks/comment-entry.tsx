import type { Member } from '@atrium/tasks/projects/member.contract'
import type { Comment } from '@atrium/tasks/tasks/comments/comment.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { IconDots, IconPencil, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeleteComment, useEditComment } from './comment.queries.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentFrame } from './comment-frame.tsx'
import { LazyMarkdown } from './lazy-markdown.tsx'
import { MomentText } from './moment-text.tsx'

interface CommentEntryProps {
  comment: Comment
  members: Member[]
  mayEdit: boolean
  mayDelete: boolean
}

export function CommentEntry({ comment, members, mayEdit, mayDelete }: CommentEntryProps) {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const edit = useEditComment(comment.taskId)
  const remove = useDeleteComment(comment.taskId)

  const menu = (mayEdit || mayDelete) && !isEditing && (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('tasks.comments.menu')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setIsEditing(true)}>
            {t('actions.edit')}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => setIsDeleting(true)}>
            {t('actions.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
  const note = (
    <>
      <MomentText value={comment.createdAt} />
      {comment.editedAt && ` · ${t('tasks.comments.edited')}`}
    </>
  )
  return (
    <CommentFrame author={comment.author} note={note} menu={menu} isFaint={remove.isPending}>
      {isEditing ? (
        <CommentEditor
          subject={`comment.${comment.id}`}
          text={comment.text}
          members={members}
          submitLabel={t('actions.save')}
          isPending={edit.isPending}
          onSubmit={text => edit.mutateAsync({ id: comment.id, text })}
          onLeave={() => setIsEditing(false)}
        />
      ) : (
        <LazyMarkdown text={comment.text} members={members} />
      )}
      <ConfirmDialog
        title={t('tasks.comments.deleteTitle')}
        text={t('tasks.comments.deleteText')}
        action={t('actions.delete')}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => {
          setIsDeleting(false)
          remove.mutate(comment.id)
        }}
      />
    </CommentFrame>
  )
}
