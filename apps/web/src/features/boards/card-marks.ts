/** Which cards of the board are special at the moment. */
export interface CardMarks {
  activeId: number | null
  liftedId: number | null
  draggedId: number | null
  timedId: number | null
  onTheirWay: ReadonlySet<number>
}
