export default {
  errors: {
    board_not_found: 'Board not found',
    column_not_found: 'Column not found',
    board_not_deleted: 'This board is not deleted',
    board_position_taken: 'Another board has just been moved here; try again',
    board_column_position_taken: 'Another column has just been moved here; try again',
    too_many_columns: 'A board can have at most {limit} columns',
    last_column: "The last column of a board can't be deleted",
    column_has_tasks: 'The column has tasks; send the column to move them to as moveTo',

    in_other_project: 'belongs to another project',
    on_other_board: 'belongs to another board',
    not_a_column_title: 'must be one of the columns',
    same_column: 'must be another column',
    columns_missing: 'must list every column of the board; missing: {ids}',
    foreign_columns: 'must list columns of this board only; remove: {ids}',
  },
  first: { project: 'Personal', board: 'Board', columns: ['To do', 'In progress', 'Done'] },
} as const
