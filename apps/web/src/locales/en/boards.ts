const boards = {
  title: 'Boards',
} as const

export default boards
