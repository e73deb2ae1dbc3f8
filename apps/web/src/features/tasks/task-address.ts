/** The short one, which finds the task's board by itself: it holds when the task moves. */
export function taskAddress(id: number) {
  return `${window.location.origin}/app/task/${id}`
}
