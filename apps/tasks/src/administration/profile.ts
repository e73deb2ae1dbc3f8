/** A user as the identity service tells it: the input of the synchronisation. */
export interface Profile {
  passportId: number
  email: string
  isEmailVerified: boolean
  surname: string
  name: string
  patronymic: string | null
  post: string | null
  isOwner: boolean
  avatarUrl: string | null
}
