/** Images that cards can show, and how large they may be: boards load many of them. */
export const coverTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
export const MAX_COVER_BYTES = 10_000_000

export function canBeCover({ type, size }: { type: string; size: number }) {
  return coverTypes.includes(type) && size <= MAX_COVER_BYTES
}
