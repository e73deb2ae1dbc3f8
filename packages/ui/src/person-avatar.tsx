import { Avatar, type AvatarProps } from '@mantine/core'
import { fullName } from './format.ts'

interface PersonAvatarProps extends Omit<AvatarProps, 'src' | 'name' | 'color' | 'alt'> {
  person: { name: string | null; surname: string | null; email?: string | null; avatarUrl?: string | null }
}

/**
 * A person's picture or initials. The color comes from the name: both services know it, whereas each has IDs of its own, so
 * that a person has the same color everywhere.
 */
export function PersonAvatar({ person, ...props }: PersonAvatarProps) {
  const { avatarUrl, email = null, ...names } = person
  const name = fullName({ ...names, email })
  return <Avatar src={avatarUrl ?? null} name={name} color="initials" alt="" aria-hidden="true" {...props} />
}
