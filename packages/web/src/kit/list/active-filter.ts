/** 状态 of basic data in a filter bar: `<SelectFilter {...activeFilter} />`. */
export const activeFilter = { name: 'active', title: '状态', options: { true: '启用', false: '停用' } } as const

/** The same as labels of a column. */
export const activeLabels = activeFilter.options
