/** The local user is new; the projects chapter makes the personal project. */
export interface UserFirstLoginEvent {
  name: 'UserFirstLoginEvent'
  userId: number
}

export type Event = UserFirstLoginEvent
