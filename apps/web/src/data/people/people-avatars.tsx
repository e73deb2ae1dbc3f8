import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import type { ComponentProps } from 'react'
import classes from './people-avatars.module.css'

type Person = ComponentProps<typeof PersonAvatar>['person'] & { id: number; email: string | null }

/** How many places the avatars take; the last one says how many more people there are. */
export const MAX_AVATARS = 3

interface PeopleAvatarsProps {
  people: Person[]
  size: number
}

export function PeopleAvatars({ people, size }: PeopleAvatarsProps) {
  const shown = people.length > MAX_AVATARS ? people.slice(0, MAX_AVATARS - 1) : people
  return (
    <span className={classes.people} title={namesOf(people)} aria-hidden="true">
      {shown.map(person => (
        <PersonAvatar key={person.id} person={person} size={size} imageProps={{ draggable: false }} />
      ))}
      {shown.length < people.length && (
        <span className={classes.more} style={{ width: size, height: size }}>
          +{people.length - shown.length}
        </span>
      )}
    </span>
  )
}

export function namesOf(people: Person[]) {
  return people.map(person => fullName(person)).join(', ')
}
