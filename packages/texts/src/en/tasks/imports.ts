export default {
  errors: {
    external_id_repeated: 'is in the plan twice',
    not_in_plan: 'is not in the plan',
    one_board_expected: 'send either boardId or boardName',
  },
} as const
